/* SPDX-License-Identifier: MIT */
/* Text, colours, a moving picture and the pad. Plus ends it. */
#include "guest.h"

static const struct {
    uint32_t bit;
    const char *name;
} buttons[] = {
    {PAD_A, "A"},         {PAD_B, "B"},         {PAD_X, "X"},       {PAD_Y, "Y"},
    {PAD_PLUS, "Plus"},   {PAD_MINUS, "Minus"}, {PAD_LEFT, "Left"}, {PAD_UP, "Up"},
    {PAD_RIGHT, "Right"}, {PAD_DOWN, "Down"},
};

static void draw_bars(void) {
    uint32_t *picture = screen_begin();
    for (int y = 560; y < 640; y++)
        for (int x = 0; x < SCREEN_WIDTH; x++) {
            int hue = x * 6 / SCREEN_WIDTH, ramp = x * 6 % SCREEN_WIDTH * 255 / SCREEN_WIDTH;
            int r = hue == 0 || hue == 5 ? 255 : hue == 1 ? 255 - ramp : hue == 4 ? ramp : 0;
            int g = hue == 1 || hue == 2 ? 255 : hue == 3 ? 255 - ramp : hue == 0 ? ramp : 0;
            int b = hue == 3 || hue == 4 ? 255 : hue == 5 ? 255 - ramp : hue == 2 ? ramp : 0;
            picture[y * SCREEN_WIDTH + x] = RGBA(r, g, b);
        }
}

static void draw_ball(int frame, float pad_x, float pad_y) {
    uint32_t *picture = screen_begin();
    int cx = 640 + (int)(pad_x * 200.0f), cy = 400 - (int)(pad_y * 100.0f);
    int phase = frame % 240;
    cx += (phase < 120 ? phase : 240 - phase) * 4 - 240;
    for (int y = -40; y <= 40; y++)
        for (int x = -40; x <= 40; x++)
            if (x * x + y * y <= 1600)
                picture[(cy + y) * SCREEN_WIDTH + cx + x] = RGBA(255 - (x + 40), 160, 60 + y);
}

int main(int argc, char **argv) {
    Result r = screen_open();
    if (r)
        guest_fail("screen_open", r);
    if ((r = pad_open()) != 0)
        guest_fail("pad_open", r);
    for (int frame = 0;; frame++) {
        float x, y;
        uint64_t held = pad_read(&x, &y);
        console_clear(RGBA(16, 24, 40));
        console_at(4, 2, RGBA(255, 255, 255), "Hello from a program that was lifted by windlass.");
        console_at(4, 4, RGBA(120, 220, 120), "frame %d   %s", frame, argc > 0 ? argv[0] : "");
        console_at(4, 6, RGBA(250, 200, 90), "held:");
        int column = 10;
        for (size_t i = 0; i < sizeof buttons / sizeof *buttons; i++)
            if (held & buttons[i].bit) {
                console_at(column, 6, RGBA(250, 200, 90), "%s", buttons[i].name);
                column += (int)strlen(buttons[i].name) + 1;
            }
        console_at(4, 8, RGBA(150, 170, 255), "Plus leaves.");
        draw_bars();
        draw_ball(frame, x, y);
        if ((r = screen_show()) != 0)
            guest_fail("screen_show", r);
        if (held & PAD_PLUS)
            return 0;
    }
}
