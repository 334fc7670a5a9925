# SPDX-License-Identifier: MIT
"""What llvm-mc may call an instruction of a row: the row's name up to the first underscore, or what
stands here for it: preferred disassembly (aliases), and rows named after a form of an instruction."""

ALIASES = {
    # data processing
    "add": "add mov", "adds": "adds cmn", "sub": "sub neg", "subs": "subs cmp negs",
    "sbc": "sbc ngc", "sbcs": "sbcs ngcs", "and": "and", "ands": "ands tst", "orr": "orr mov",
    "orn": "orn mvn", "movn": "movn mov", "movz": "movz mov", "movk": "movk",
    "csinc": "csinc cinc cset", "csinv": "csinv cinv csetm", "csneg": "csneg cneg",
    "sbfm": "sbfx sbfiz asr sxtb sxth sxtw", "ubfm": "ubfx ubfiz lsl lsr uxtb uxth",
    "bfm": "bfi bfxil", "extr": "extr ror",
    "lslv": "lsl", "lsrv": "lsr", "asrv": "asr", "rorv": "ror",
    "madd": "madd mul", "msub": "msub mneg", "smaddl": "smaddl smull", "smsubl": "smsubl smnegl",
    "umaddl": "umaddl umull", "umsubl": "umsubl umnegl",
    # branches and the system
    "b": "b b.eq b.ne b.hs b.lo b.mi b.pl b.vs b.vc b.hi b.ls b.ge b.lt b.gt b.le b.al b.nv",
    "hint": "hint nop wfe wfi sev sevl dgh csdb esb bti psb tsb xpaclri pacia1716 pacib1716 "
            "autia1716 autib1716 paciaz paciasp pacibz pacibsp autiaz autiasp autibz autibsp",
    "dsb": "dsb ssbb pssbb", "dmb": "dmb", "ic": "ic", "dc": "dc",
    # loads and stores
    "strb": "strb sturb sttrb", "ldrb": "ldrb ldurb ldtrb", "strh": "strh sturh sttrh",
    "ldrh": "ldrh ldurh ldtrh", "strw": "str stur sttr", "ldrw": "ldr ldur ldtr",
    "strx": "str stur sttr", "ldrx": "ldr ldur ldtr", "ldrsw": "ldrsw ldursw ldtrsw",
    "ldrsbw": "ldrsb ldursb ldtrsb", "ldrsbx": "ldrsb ldursb ldtrsb",
    "ldrshw": "ldrsh ldursh ldtrsh", "ldrshx": "ldrsh ldursh ldtrsh",
    "str": "str stur", "ldr": "ldr ldur", "prfm": "prfm prfum rprfm",
    "ldp": "ldp ldnp", "ldpw": "ldp ldnp", "ldpx": "ldp ldnp",
    "stp": "stp stnp", "stpw": "stp stnp", "stpx": "stp stnp",
    "ldxrw": "ldxr", "ldxrx": "ldxr", "ldaxrw": "ldaxr", "ldaxrx": "ldaxr",
    "stxrw": "stxr", "stxrx": "stxr", "stlxrw": "stlxr", "stlxrx": "stlxr",
    "ldxpw": "ldxp", "ldxpx": "ldxp", "ldaxpw": "ldaxp", "ldaxpx": "ldaxp",
    "stxpw": "stxp", "stxpx": "stxp", "stlxpw": "stlxp", "stlxpx": "stlxp",
    "ldarw": "ldar", "ldarx": "ldar", "stlrw": "stlr", "stlrx": "stlr",
    # Advanced SIMD
    "ins": "mov", "umov": "umov mov", "dup": "dup mov", "not": "mvn",
    "tbl1": "tbl", "tbl2": "tbl", "tbl3": "tbl", "tbl4": "tbl",
    "tbx1": "tbx", "tbx2": "tbx", "tbx3": "tbx", "tbx4": "tbx",
}


def allowed(row):
    """The mnemonics for the row of this name."""
    stem = row.split("_")[0]
    return ALIASES.get(stem, stem).split()
