/* SPDX-License-Identifier: MIT */
/* Asks the loader for the program `words` in the SD card's folder /switch. */
#include "guest.h"

int main(void) {
    print("chain: words is next");
    guest_set_next_load("sdmc:/switch/words.nro",
                        "sdmc:/switch/words.nro 9 \"from the chain\" end");
    return 0;
}
