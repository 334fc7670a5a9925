/* SPDX-License-Identifier: MIT */
#ifndef WINDLASS_SERVICE_PORTS_H
#define WINDLASS_SERVICE_PORTS_H

#include "service/service.h"

/* The ports' tables, each defined in its own file; ports.c lists them. */
extern const struct port port_sm;
extern const struct port port_applet_oe;
extern const struct port port_applet_ae;
extern const struct port port_apm;
extern const struct port port_apm_p;
extern const struct port port_apm_sys;
extern const struct port port_hid;
extern const struct port port_time_u;
extern const struct port port_time_a;
extern const struct port port_time_s;
extern const struct port port_set;
extern const struct port port_set_sys;
extern const struct port port_acc_u0;
extern const struct port port_acc_u1;
extern const struct port port_acc_su;
extern const struct port port_psm;
extern const struct port port_csrng;
extern const struct port port_lm;
extern const struct port port_fatal;
extern const struct port port_spl;
extern const struct port port_pm_info;
extern const struct port port_pm_bm;
extern const struct port port_lbl;
extern const struct port port_bpc;
extern const struct port port_spsm;

extern const struct port port_fsp_srv;
extern const struct port port_bsd_u, port_bsd_s, port_sfdnsres;
extern const struct port port_nifm_u, port_nifm_s, port_nifm_a, port_pl_u, port_pl_s;
extern const struct port port_vi_m, port_vi_s, port_vi_u;
extern const struct port port_nvdrv, port_nvdrv_a, port_nvdrv_s, port_nvdrv_t;

/* What runs from service_start until the process ends, a line a port that needs it. */
typedef bool port_start(struct error *error);
extern port_start *const port_starts[]; /* ends with NULL */

#endif
