/* SPDX-License-Identifier: MIT */
#ifndef WINDLASS_SERVICE_SERVED_H
#define WINDLASS_SERVICE_SERVED_H

#include "service/service.h"

/* What sessions and domains point to: an object of an interface, counted because clones of a
 * session share it and because a domain may let go of it while another clone is inside it. */

struct served {
    struct service_object object;
    int references;
};

struct served *served_new(const struct interface *interface, void *data);
struct served *served_ref(struct served *s);
void served_unref(struct served *s); /* NULL is allowed */

/* Object ids of one domain, shared by all clones of the session that was converted. */
struct domain;

#define DOMAIN_MAX_OBJECTS 4096

struct domain *domain_new(void);
struct domain *domain_ref(struct domain *d);
void domain_unref(struct domain *d); /* NULL is allowed; the last one lets go of the objects */
/* Takes over the caller's reference; the id, or 0 when the domain is full (the caller keeps it). */
uint32_t domain_add(struct domain *d, struct served *s);
/* The object with a reference for the caller, or NULL. */
struct served *domain_get(struct domain *d, uint32_t id);
bool domain_close(struct domain *d, uint32_t id);

#endif
