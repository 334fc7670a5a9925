/* SPDX-License-Identifier: MIT */
#include "service/ports.h"

#include "service/applet.h"
#include "service/fs.h"
#include "service/hid.h"
#include "service/time_service.h"
#include "service/vi.h"

/* clang-format off */

/* The machine's ports, in the order of docs/services.md. */
const struct port *const service_ports[] = {
    &port_sm,
    &port_applet_oe,
    &port_applet_ae,
    &port_apm,
    &port_apm_p,
    &port_apm_sys,
    &port_hid,
    &port_time_u,
    &port_time_a,
    &port_time_s,
    &port_set,
    &port_set_sys,
    &port_acc_u0,
    &port_acc_u1,
    &port_acc_su,
    &port_psm,
    &port_csrng,
    &port_lm,
    &port_fatal,
    &port_spl,
    &port_pm_info,
    &port_pm_bm,
    &port_lbl,
    &port_bpc,
    &port_spsm,
    /* display, graphics driver, files, network, fonts */
    &port_fsp_srv,
    &port_vi_m,
    &port_vi_s,
    &port_vi_u,
    &port_nvdrv,
    &port_nvdrv_a,
    &port_nvdrv_s,
    &port_nvdrv_t,
    &port_bsd_u,
    &port_bsd_s,
    &port_sfdnsres,
    &port_nifm_u,
    &port_nifm_s,
    &port_nifm_a,
    &port_pl_u,
    &port_pl_s,
};
const size_t service_port_count = sizeof service_ports / sizeof service_ports[0];

port_start *const port_starts[] = {
    applet_start,
    hid_start,
    time_start,
    fs_start,
    vi_start,
    NULL,
};
