/* SPDX-License-Identifier: MIT */
#include "programs.h"

/* At the begin of each: R0 is the lane (of all), R1 its number in the workgroup, R4 and R5 the
 * address of its 64 bytes of results, R6 and R7 of as many that are its own. */

/* ---- parts ---- */

#define ODD    "LOP.AND R3, R0, 0x1\nISETP.NE.U32.AND P0, PT, R3, RZ, PT\nMOV R8, RZ\n"
#define STORE  "STG.E [R4], R8\n"
#define ADD(n) "IADD R8, R8, " n "\n"

/* ---- memory ---- */

#define VALUES                                                                                     \
    "MOV32I R8, 0x89abcdef\nIADD R8, R8, R0\nMOV32I R9, 0x81234567\nIADD R9, R9, R0\n"             \
    "IADD R10, R8, R9\nIADD R11, R9, -R0\n"
/* With the instruction's name and end, and the address. */
#define SIZES(load, store, at, end)                                                                \
    store ".128 [" at "], R8" end "\n" store ".U8 [" at "+0x1], R9" end "\n" store ".S8 [" at      \
          "+0x3], R9" end "\n" store ".U16 [" at "+0x6], R9" end "\n" store ".S16 [" at            \
          "+0x8], R8" end "\n" store ".64 [" at "+0x10], R8" end "\n" store " [" at                \
          "+0x18], R10" end "\n" store " [" at "+0x1c], RZ" end "\n" load ".U8 R12, [" at          \
          "+0x1]" end "\n" load ".S8 R13, [" at "+0x3]" end "\n" load ".U16 R14, [" at "+0x6]" end \
          "\n" load ".S16 R15, [" at "+0x2]" end "\n" load ".128 R16, [" at "]" end "\n" load      \
          ".64 R20, [" at "+0x10]" end "\n" load " R22, [" at "+0x18]" end "\n" load " R23, [" at  \
          "+0x1c]" end "\n"                                                                        \
          "STG.E.128 [R4], R12\nSTG.E.128 [R4+0x10], R16\nSTG.E.128 [R4+0x20], R20\n"
/* Each on its own number, which then is stored with what was there. */
#define ATOM(operation, type, offset)                                                              \
    "STG.E.64 [R6], R8\nMOV R13, RZ\nATOM." operation ".E" type " R12, [R6], R10\n"                \
    "LDG.E.64 R14, [R6]\nSTG.E.128 [R4+" offset "], R12\n"
#define RED(operation, type, offset)                                                               \
    "STG.E.64 [R6], R8\nRED." operation ".E" type " [R6], R10\nLDG.E.64 R12, [R6]\n"               \
    "STG.E.64 [R4+" offset "], R12\n"
#define ATOMS(operation, type, offset)                                                             \
    "STS.64 [R2], R8\nMOV R13, RZ\nATOMS." operation type " R12, [R2], R10\nLDS.64 R14, [R2]\n"    \
    "STG.E.128 [R4+" offset "], R12\n"
/* Half of the lanes have two equal numbers. */
#define TWO_NUMBERS                                                                                \
    VALUES "LOP.AND R3, R0, 0x1\nISETP.NE.U32.AND P0, PT, R3, RZ, PT\n"                            \
           "@P0 MOV R10, R8\n@P0 MOV R11, R9\n"
/* Eight bytes of shared memory a lane. */
#define SHARED "SHL R2, R1, 3\n"

const struct program programs[] = {
    {"LDG, STG", VALUES SIZES("LDG.E", "STG.E", "R6", ""), 32, 2, NULL, 0, false},
    {"LDG from below",
     VALUES "STG.E.128 [R6], R8\nIADD32I R12.CC, R6, 0x20\nIADD.X R13, R7, RZ\n"
            "LDG.E R14, [R12-0x1c]\nLDG.E.U8 R15, [R12-0x13]\nSTG.E.64 [R4], R14\n",
     32, 2, NULL, 0, false},
    {"LDG with a predicate",
     VALUES "STG.E.128 [R6], R8\nISETP.NE.U32.AND P2, PT, RZ, RZ, PT\nLDG.E.64 P2, R12, [R6+0x8]\n"
            "P2R.PR R14, RZ, 0x4\nMOV R15, RZ\nSTG.E.128 [R4], R12\n",
     32, 2, NULL, 0, false},
    {"LD, ST: global", VALUES SIZES("LD.E", "ST.E", "R6", ", PT"), 32, 2, NULL, 0, false},
    {"LDS, STS", "SHL R2, R1, 5\n" VALUES SIZES("LDS", "STS", "R2", ""), 32, 2, NULL, 0, false},
    {"LDL, STL", "MOV R2, RZ\n" VALUES SIZES("LDL", "STL", "R2", ""), 32, 2, NULL, 0, false},
    {"LD, ST: shared",
     "SHL R2, R1, 5\nIADD32I R2, R2, 0x3000000\nMOV R3, RZ\n" VALUES SIZES("LD.E", "ST.E", "R2",
                                                                           ", PT"),
     32, 2, NULL, 0, false},
    {"LD, ST: local",
     "MOV32I R2, 0x1000020\nMOV R3, RZ\n" VALUES SIZES("LD.E", "ST.E", "R2", ", PT"), 32, 2, NULL,
     0, false},
    {"LD, ST: here or there",
     VALUES ODD "SHL R2, R1, 3\nIADD32I R2, R2, 0x3000000\nMOV R3, RZ\nSTG.E.64 [R6], R8\n"
                "@!P0 MOV R2, R6\n@!P0 MOV R3, R7\nST.E [R2+0x4], R9, PT\n"
                "LD.E.64 R10, [R2], PT\n@P0 MOV R10, RZ\nSTG.E.64 [R4], R10\n",
     32, 2, NULL, 0, false},
    {"LDS of another lane",
     "SHL R2, R1, 2\nSTS [R2], RZ\nBAR.SYNC RZ, RZ\nSTS [R2], R1\nBAR.SYNC RZ, 0x0\n"
     "STS [R2], R0\nBAR.SYNC 0x0, RZ\nBAR.SYNC 0x0, 0x0\nLOP.XOR R3, R2, 0x84\nLDS R8, "
     "[R3]\n" STORE,
     64, 2, NULL, 0, false},
    {"LDC",
     "SHL R2, R0, 2\nLDC R8, c[0x1][R2]\nLDC.U8 R9, c[0x1][R2+0x1]\nLDC.S8 R10, "
     "c[0x1][R2+0x2]\n"
     "LDC.U16 R11, c[0x1][R2+0x2]\nSTG.E.128 [R4], R8\nSHL R2, R2, 1\nLDC.S16 R8, c[0x1][R2]\n"
     "LDC.64 R10, c[0x1][R2+0x8]\nMOV R9, c[0x1][0x4]\nSTG.E.128 [R4+0x10], R8\n"
     "LDC.IS R8, c[0x1][R2+0x4]\nMOV32I R3, 0x10000\nIADD R3, R3, R2\nLDC.IS R9, "
     "c[0x0][R3+0x4]\n"
     "LDC.ISL R10, c[0x0][R3]\nMOV R11, RZ\nSTG.E.128 [R4+0x20], R8\n",
     4, 1,
     "0x80818283 0x04f5f607 0x88898a8b 0x0c0d0e0f 0x11112222 0x33334444 0x55556666 0x77778888 "
     "0x9999aaaa 0xbbbbcccc",
     0, false},
    {"LDC behind the end",
     "SHL R2, R0, 0x4\nLDC R8, c[0x1][R2]\nLDC.64 R10, c[0x1][R2+0x8]\nMOV R9, c[0x1][0x1f00]\n"
     "STG.E.128 [R4], R8\n",
     32, 1, "0x1 0x2 0x3 0x4 0x5 0x6 0x7 0x8 0x9 0xa 0xb 0xc", 0, false},
    {"LDL by register",
     VALUES "LOP.AND R2, R0, 0x7\nSHL R2, R2, 0x2\nSTL [R2+0x40], R8\nSTL [R2+0x44], R9\n"
            "IADD R3, R2, 0x4\nLDL R12, [R3+0x40]\nLDL R13, [R2+0x40]\nIADD R3, R2, 0x80\n"
            "LDL R14, [R3-0x40]\nLDL R15, [R3-0x7c]\nSTG.E.128 [R4], R12\n",
     32, 2, NULL, 0, false},
    {"memory behind guards",
     VALUES ODD
     "SHL R2, R1, 0x3\nSTG.E.128 [R6], R8\nSTS.64 [R2], R8\n@P0 STG.E [R6], R0\n@!P0 STS [R2], "
     "R0\n"
     "MOV R12, RZ\nMOV R13, RZ\nMOV R14, RZ\nMOV R15, RZ\n@P0 LDG.E R12, [R6]\n"
     "@!P0 LDS R13, [R2]\n@P0 ATOM.ADD.E R14, [R6+0x4], R9\n@!P0 ATOMS.ADD R15, [R2+0x4], R9\n"
     "STG.E.128 [R4], R12\n@!P0 RED.ADD.E [R6+0x8], R9\n@P0 LDC R12, c[0x0][RZ]\n"
     "@P0 STL.64 [RZ], R8\n@P0 LDL.64 R14, [RZ]\nLDS R13, [R2+0x4]\nSTG.E.128 [R4+0x10], R12\n",
     32, 2, NULL, 0, false},
    {"ATOM: words",
     VALUES ATOM("ADD", "", "0x0") ATOM("MIN", "", "0x10") ATOM("MAX", "", "0x20")
         ATOM("EXCH", "", "0x30"),
     32, 2, NULL, 0, false},
    {"ATOM: signed words",
     VALUES ATOM("ADD", ".S32", "0x0") ATOM("MIN", ".S32", "0x10") ATOM("MAX", ".S32", "0x20"), 32,
     2, NULL, 0, false},
    {"ATOM: logic, turns",
     VALUES ATOM("AND", "", "0x0") ATOM("OR", "", "0x10") ATOM("XOR", "", "0x20")
         ATOM("INC", "", "0x30"),
     32, 2, NULL, 0, false},
    {"ATOM: turns at the end",
     TWO_NUMBERS ATOM("INC", "", "0x0")
         ATOM("DEC", "", "0x10") "MOV R8, RZ\n" ATOM("DEC", "", "0x20"),
     32, 2, NULL, 0, false},
    {"ATOM: 64 bits",
     VALUES ATOM("ADD", ".U64", "0x0") ATOM("MIN", ".U64", "0x10") ATOM("MAX", ".U64", "0x20")
         ATOM("EXCH", ".U64", "0x30"),
     32, 2, NULL, 0, false},
    {"ATOM: 64 bits, signed, logic",
     VALUES ATOM("MIN", ".S64", "0x0") ATOM("MAX", ".S64", "0x10") ATOM("AND", ".U64", "0x20")
         ATOM("XOR", ".U64", "0x30"),
     32, 2, NULL, 0, false},
    {"ATOM: floats",
     "MOV32I R8, 0x3f800000\nMOV R9, RZ\nMOV32I R10, 0x40200000\nMOV R11, RZ\n" ATOM(
         "ADD", ".F32.FTZ.RN", "0x0"),
     32, 2, NULL, 0, false},
    {"ATOM: halves",
     "MOV32I R8, 0x3c01c400\nMOV R9, RZ\nMOV32I R10, 0x4b013e00\nMOV R11, RZ\n" ATOM(
         "ADD", ".F16x2.FTZ.RN", "0x0"),
     32, 2, NULL, 0, false},
    {"ATOM.CAS",
     TWO_NUMBERS "STG.E.64 [R6], R8\nMOV R16, R10\nMOV R17, R9\nMOV R18, R0\nMOV R19, R3\n"
                 "ATOM.CAS.E R12, [R6], R16\nMOV R13, RZ\nLDG.E.64 R14, [R6]\n"
                 "STG.E.128 [R4], R12\n",
     32, 2, NULL, 0, false},
    {"ATOM.CAS.64",
     TWO_NUMBERS "STG.E.64 [R6], R8\nMOV R18, R0\nMOV R19, R3\nMOV R16, R10\nMOV R17, R9\n"
                 "ATOM.CAS.E.64 R12, [R6], R16\nLDG.E.64 R14, [R6]\nSTG.E.128 [R4], R12\n",
     32, 2, NULL, 0, false},
    {"ATOM by all lanes",
     VALUES "MOV32I R3, 0x10000\nIADD R12.CC, R3, c[0][0]\nIADD.X R13, RZ, c[0][4]\n"
            "ISETP.EQ.U32.AND P0, PT, R1, RZ, PT\n@P0 STG.E [R12], RZ\nBAR.SYNC 0x0, 0x0\n"
            "ATOM.ADD.E R9, [R12], R1\nRED.OR.E [R12], RZ\nBAR.SYNC 0x0, 0x0\n"
            "LDG.E R8, [R12]\n" STORE,
     64, 1, NULL, 0, false},
    {"RED",
     VALUES RED("ADD", "", "0x0") RED("MIN", "", "0x8") RED("MAX", ".S32", "0x10")
         RED("AND", "", "0x18") RED("OR", "", "0x20") RED("XOR", "", "0x28")
             RED("ADD", ".U64", "0x30") RED("INC", "", "0x38"),
     32, 2, NULL, 0, false},
    {"ATOMS: words",
     SHARED VALUES ATOMS("ADD", "", "0x0") ATOMS("MIN", ".S32", "0x10") ATOMS("MAX", "", "0x20")
         ATOMS("EXCH", "", "0x30"),
     32, 2, NULL, 0, false},
    {"ATOMS: logic, turns",
     SHARED VALUES ATOMS("AND", "", "0x0") ATOMS("OR", "", "0x10") ATOMS("INC", "", "0x20")
         ATOMS("DEC", "", "0x30"),
     32, 2, NULL, 0, false},
    {"ATOMS: 64 bits",
     SHARED VALUES ATOMS("ADD", ".U64", "0x0") ATOMS("MAX", ".U64", "0x10")
         ATOMS("MIN", ".S64", "0x20") ATOMS("XOR", ".U64", "0x30"),
     32, 2, NULL, 0, false},
    {"ATOMS.CAS.64",
     SHARED TWO_NUMBERS "STS.64 [R2], R8\nMOV R16, R10\nMOV R17, R9\nMOV R18, R0\nMOV R19, R3\n"
                        "ATOMS.CAS.64 R12, [R2], R16\nLDS.64 R14, [R2]\nSTG.E.128 [R4], R12\n",
     32, 2, NULL, 0, false},
    {"ATOMS.CAS",
     SHARED TWO_NUMBERS "STS.64 [R2], R8\nMOV R16, R10\nMOV R17, R0\n"
                        "ATOMS.CAS R12, [R2], R16\nMOV R13, RZ\nLDS.64 R14, [R2]\n"
                        "STG.E.128 [R4], R12\n",
     32, 2, NULL, 0, false},
    {"CCTL, MEMBAR, DEPBAR, SAM",
     "CCTL.E.IVALL [R6]\nCCTLL.IVALL [RZ]\nCCTLT.IVALL 0x0\nCCTLT.IVTH RZ\nMEMBAR.GL\n"
     "MEMBAR.CTA\nMEMBAR.SYS\nDEPBAR.LE 0, 0, 0x3f\nSAM\nRAM\nNOP\nSTG.E [R4], R0\n",
     32, 1, NULL, 0, false},

    {"MEMBAR in turns of their own",
     "MOV R8, R1\nmore:\nIADD R8, R8, -0x1\nMEMBAR.GL\nISETP.GT.S32.AND P0, PT, R8, RZ, PT\n"
     "@P0 BRA more\n" STORE,
     32, 2, NULL, 0, false},

    /* ---- flow ---- */
    {"BRA", ODD "@P0 BRA odd\n" ADD("1") "BRA both\nodd:\n" ADD("2") "both:\n" STORE, 32, 2, NULL,
     0, false},
    {"BRA by condition codes",
     "MOV R8, RZ\nIADD RZ.CC, R1, -0x10\nBRA.LT less\n" ADD("1") "less:\nBRA.HS same\n" ADD(
         "2") "same:\nBRA.EQ equal\n" ADD("4") "equal:\n" STORE,
     32, 2, NULL, 0, false},
    {"SSY, SYNC",
     ODD "SSY both\n@P0 BRA odd\n" ADD("1") "SYNC\nodd:\n" ADD("2") "@P0 SYNC\n" ADD(
         "64") "both:\n" STORE,
     32, 2, NULL, 0, false},
    {"SYNC by condition codes",
     ODD "SSY both\nIADD RZ.CC, R1, -0x7\nSYNC.GT\n" ADD("1") "SYNC\nboth:\n" STORE, 32, 2, NULL, 0,
     false},
    {"PBK, BRK",
     ODD "MOV R9, R1\nPBK done\nagain:\nISETP.GE.U32.AND P1, PT, R8, R9, PT\n@P1 BRK\n" ADD(
         "3") "BRA again\ndone:\n" STORE,
     32, 2, NULL, 0, false},
    {"PCNT, CONT",
     ODD "MOV R9, RZ\nPBK done\nround:\nISETP.GE.U32.AND P1, PT, R9, R1, PT\n@P1 BRK\n"
         "PCNT next\nIADD R9, R9, 1\nLOP.AND R10, R9, 0x1\nISETP.NE.U32.AND P2, PT, R10, RZ, "
         "PT\n"
         "@P2 CONT\n" ADD("16") "CONT\nnext:\n" ADD("1") "BRA round\ndone:\n" STORE,
     32, 2, NULL, 0, false},
    {"BRK out of an SSY",
     ODD "PBK done\nSSY inner\n@P0 BRK\n" ADD("1") "SYNC\ninner:\n" ADD("2") "BRK\ndone:\n" ADD("4")
         STORE,
     32, 2, NULL, 0, false},
    {"CAL, RET",
     ODD "CAL twice\n@!P0 BRA even\nCAL once\neven:\n" STORE
         "EXIT\ntwice:\nCAL once\nCAL once\nRET\nonce:\n" ADD("1") "@!P0 RET\n" ADD("16") "RET\n",
     32, 2, NULL, 0, false},
    {"EXIT in a function",
     ODD STORE "CAL leave\n" ADD("1") STORE "EXIT\nleave:\n" ADD("2") STORE
     "@P0 EXIT\n" ADD("4") "RET\n",
     32, 2, NULL, 0, false},
    {"PRET, RET",
     ODD "PRET out\n" ADD("1") "@P0 RET\n" ADD("2") "RET\n" ADD("64") "out:\n" ADD("4") STORE, 32,
     2, NULL, 0, false},
    {"PLONGJMP, LONGJMP",
     ODD "PLONGJMP out\n@P0 LONGJMP\n" ADD("2") "LONGJMP\n" ADD("64") "out:\n" ADD("4") STORE, 32,
     2, NULL, 0, false},
    {"PEXIT, EXIT", ODD "PEXIT out\n@P0 EXIT\n" ADD("2") "EXIT\n" ADD("64") "out:\n" ADD("4") STORE,
     32, 2, NULL, 0, false},
    {"EXIT by condition codes", ODD STORE "IADD RZ.CC, R1, -0x5\nEXIT.GE\n" ADD("9") STORE, 32, 2,
     NULL, 0, false},
    {"BRX",
     "MOV R8, RZ\nLOP.AND R2, R0, 0x7\nIMNMX.U32 R2, R2, 0x3, PT\nSHL R2, R2, 0x2\n"
     "LDC R2, c[0x1][R2+0x4]\nBRX R2, PC+0x8\na:\n" ADD("1") "BRA end\nb:\n" ADD(
         "2") "BRA end\nc:\n" ADD("4") "end:\n" STORE,
     32, 2, "0x0 0x8 0x18 0x30 0x18", 0, false},

    {"BRX by its own table",
     "MOV R8, RZ\nLOP.AND R2, R0, 0x3\nSHL R2, R2, 0x2\nBRX c[0x1][R2]\n" ADD("1") ADD("2") ADD("4")
         STORE,
     32, 2, "0x0 0x8 0x18 0x8", 0, false},
    /* Addresses count from the code's begin, of which the first nine instructions take 0x60. */
    {"JMP", ODD "@P0 JMP 0x98\n" ADD("1") ADD("2") "JMP c[0x1][0x0]\n" ADD("64") STORE, 32, 2,
     "0xb8", 0, false},
    {"JMX",
     "MOV R8, RZ\nLOP.AND R2, R0, 0x3\nSHL R2, R2, 0x2\nLDC R3, c[0x1][R2]\nJMX R3, 0x8\n" ADD("1")
         ADD("2") ADD("4") "JMX c[0x1][R2+0x10]\n" ADD("8") ADD("16") STORE,
     32, 2, "0x90 0xa0 0xa8 0xa0 0xc8 0xd0 0xd8 0xc8", 0, false},
    {"places in constants",
     ODD "SSY c[0x1][0x0]\n@P0 BRA c[0x1][0x4]\n" ADD("1") "SYNC\n" ADD(
         "2") "SYNC\n"
              "PBK c[0x1][0x8]\n@P0 BRK\n" ADD("4") "BRK\nPCNT c[0x1][0xc]\nCONT\n" ADD(
                  "64") "PRET c[0x1][0x10]\nRET\n" ADD("64") "PLONGJMP "
                                                             "c[0x1][0x14]\nLONGJMP\n" ADD("64")
                                                                 STORE,
     32, 2, "0x38 0x18 0x20 0x18 0x18 0x18", 0, false},
    {"JCAL",
     "MOV R8, RZ\nJCAL 0xa8\nJCAL c[0x1][0x0]\nCAL c[0x1][0x4]\n" STORE
     "EXIT\n" ADD("1") "RET\n" ADD("16") "RET\n",
     32, 2, "0xb8 0x18", 0, false},
    {"loops in loops",
     ODD "MOV R9, RZ\nMOV R11, RZ\nPBK done\nouter:\nISETP.GE.U32.AND P1, PT, R9, 0x5, PT\n@P1 "
         "BRK\n"
         "MOV R10, RZ\nPBK inner\nround:\nISETP.GE.U32.AND P1, PT, R10, R1, PT\n@P1 BRK\n"
         "IADD R10, R10, 1\nLOP.AND R12, R10, 0x3\nISETP.EQ.U32.AND P2, PT, R12, R9, PT\n"
         "@P2 BRA round\n" ADD("R10") "BRA round\ninner:\nIADD R9, R9, 1\nIADD R11, R11, R8\n"
                                      "BRA outer\ndone:\nIADD R8, R8, R11\n" STORE,
     32, 2, NULL, 0, false},
    {"BRK out of two loops",
     ODD
     "PBK done\nMOV R9, RZ\nouter:\nIADD R9, R9, 1\nSSY both\nISETP.GT.U32.AND P1, PT, R9, R1, "
     "PT\n@P1 BRK\n@P0 BRA odd\n" ADD("1") "SYNC\nodd:\n" ADD("0x100") "SYNC\nboth:\n"
                                                                       "BRA outer\ndone:\n" STORE,
     32, 2, NULL, 0, false},
    {"CAL in a loop",
     ODD "MOV R9, RZ\nPBK done\nround:\nISETP.GE.U32.AND P1, PT, R9, R1, PT\n@P1 BRK\nCAL add\n"
         "IADD R9, R9, 1\nBRA round\ndone:\n" STORE "EXIT\nadd:\nSSY both\n@P0 BRA odd\n" ADD(
             "R9") "SYNC\nodd:\n" ADD("1") "SYNC\nboth:\nRET\n",
     32, 2, NULL, 0, false},
    {"an entry into the middle of a loop",
     ODD "MOV R9, R1\n@P0 BRA middle\ntop:\n" ADD("1") "middle:\n" ADD(
         "0x10") "ISETP.GT.U32.AND P1, PT, R9, 0x2, PT\n@P1 IADD R9, R9, -0x3\n@P1 BRA "
                 "top\n" STORE,
     32, 2, NULL, 0, false},

    /* ---- lanes ---- */
    {"VOTE",
     "LOP.AND R3, R1, 0x5\nISETP.EQ.U32.AND P1, PT, R3, 0x5, PT\nISETP.GE.U32.AND P2, PT, R1, "
     "RZ, "
     "PT\n"
     "VOTE.ALL R8, P3, P1\nVOTE.ANY R9, P4, P1\nVOTE.EQ R10, P5, P1\nP2R.PR R11, RZ, 0x7f\n"
     "STG.E.128 [R4], R8\nVOTE.ALL R8, P3, P2\nVOTE.ANY R9, P4, !P2\nVOTE.EQ R10, P5, !P2\n"
     "P2R.PR R11, RZ, 0x7f\nSTG.E.128 [R4+0x10], R8\n",
     32, 2, NULL, 0, false},
    {"VOTE of some",
     ODD "SSY both\n@P0 SYNC\nISETP.LT.U32.AND P1, PT, R1, 0x9, PT\nVOTE.ANY R8, P2, P1\nSYNC\n"
         "both:\n" STORE,
     32, 1, NULL, 0, true},
    {"BAR.RED",
     "ISETP.LT.U32.AND P1, PT, R1, 0x21, PT\nISETP.EQ.U32.AND P2, PT, R1, 0x3f, PT\n"
     "BAR.RED.POPC 0x0, 0x0, P1\nB2R.RESULT R8, 0\nBAR.RED.AND 0x0, 0x0, P1\nB2R.RESULT RZ, 0, "
     "P3\n"
     "BAR.RED.OR 0x0, 0x0, P2\nB2R.RESULT RZ, 0, P4\nBAR.RED.AND 0x0, 0x0, !P5\n"
     "B2R.RESULT RZ, 0, P5\nBAR.RED.OR 0x0, 0x0, P6\nB2R.RESULT RZ, 0, P6\n"
     "P2R.PR R9, RZ, 0x7f\nSTG.E.64 [R4], R8\n",
     64, 2, NULL, 0, false},
    {"SHFL",
     "SHL R2, R0, 4\nLOP.XOR R3, R1, 0x1e\nSHFL.IDX P0, R8, R2, R3, 0x1f\n"
     "SHFL.UP P1, R9, R2, 0x3, RZ\nSHFL.DOWN P2, R10, R2, 0x5, 0x1f\n"
     "SHFL.BFLY P3, R11, R2, 0x11, 0x1f\nSTG.E.128 [R4], R8\nP2R.PR R8, RZ, 0xf\n"
     "STG.E [R4+0x10], R8\n",
     32, 2, NULL, 0, false},
    {"SHFL in segments",
     "SHL R2, R0, 4\nMOV32I R12, 0x181f\nMOV32I R13, 0x1800\nSHFL.IDX P0, R8, R2, R1, R12\n"
     "SHFL.UP P1, R9, R2, 0x1, R13\nSHFL.DOWN P2, R10, R2, 0x3, R12\n"
     "SHFL.BFLY P3, R11, R2, 0x6, 0x1c03\nSTG.E.128 [R4], R8\nP2R.PR R8, RZ, 0xf\n"
     "STG.E [R4+0x10], R8\n",
     32, 2, NULL, 0, false},
    {"FSWZADD",
     "I2F.F32.U32 R2, R0\nLOP.XOR R3, R1, 0x5\nI2F.F32.U32 R3, R3\nFSWZADD R8, R2, R3, "
     "0x99\nFSWZADD R9, R2, R3, 0x4\n"
     "FSWZADD R10, R2, R3, 0x6c\nMOV R11, RZ\nSTG.E.128 [R4], R8\n",
     32, 2, NULL, 0, false},
    {"S2R",
     "S2R R8, LANEID\nS2R R9, TID.X\nS2R R10, TID.Y\nS2R R11, CTAID.X\nSTG.E.128 [R4], R8\n"
     "S2R R8, EQMASK\nS2R R9, LTMASK\nS2R R10, LEMASK\nS2R R11, GTMASK\nSTG.E.128 [R4+0x10], "
     "R8\n"
     "S2R R8, GEMASK\nS2R R9, CTAID.Y\nS2R R10, TID.Z\nS2R R11, CTAID.Z\n"
     "STG.E.128 [R4+0x20], R8\n",
     64, 2, NULL, 0, false},
    {"CS2R", "CS2R R8, TID.X\nCS2R R9, CTAID.X\nSTG.E.64 [R4], R8\n", 32, 2, NULL, 0, false},

    /* ---- functions in two steps ---- */
    {"RRO, MUFU",
     "I2F.F32.U32 R2, R1\nFMUL R2, R2, 0.375\nFADD R2, R2, -12.0\nRRO.SINCOS R3, R2\n"
     "MUFU.SIN R8, R3\nMUFU.COS R9, R3\nRRO.EX2 R3, R2\nMUFU.EX2 R10, R3\nMOV R11, RZ\n"
     "STG.E.128 [R4], R8\n",
     32, 2, NULL, 0x1p-11, false},
};
const size_t program_count = sizeof programs / sizeof *programs;
