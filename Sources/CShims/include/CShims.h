#pragma once
// Inline accessors for C facts that Swift 6 cannot see or that it imports as mutable globals,
// and the two constant tables that must be reachable without a lazy-initialisation check.
#include <gsl/gsl_errno.h>
#include <gsl/gsl_multimin.h>
#include <gsl/gsl_rng.h>
#include <gsl/gsl_version.h>
#include <math.h>
#include <stdint.h>

#pragma clang assume_nonnull begin

/// GSL's version, as text.
static inline const char *jetsim_gsl_version(void) { return gsl_version; }

/// Switches GSL's aborting error handler off for the whole process.
static inline void jetsim_gsl_errors_off(void) { (void)gsl_set_error_handler_off(); }

/// The mathematical library's `exp` for inlinable code: Swift 6.3 refuses it there with a plain
/// import of Glibc and calls a public one unused.
static inline double jetsim_exp(double x) { return exp(x); }

/// GSL's Mersenne twister, the peer that own samplers are measured and tested against.
static inline const gsl_rng_type *jetsim_gsl_mt19937(void) { return gsl_rng_mt19937; }

/// The simplex method of Nelder and Mead.
static inline const gsl_multimin_fminimizer_type *jetsim_nmsimplex2(void) {
  return gsl_multimin_fminimizer_nmsimplex2;
}

/// The `gsl_rng_type` whose state is a Swift `RandomStream`, that is, two 64-bit words.
/// GSL only reads it, so one constant serves every thread.
extern const gsl_rng_type jetsim_stream_type __attribute__((visibility("hidden")));
static inline const gsl_rng_type *jetsim_gsl_stream(void) { return &jetsim_stream_type; }

/// One layer of a ziggurat: a draw `j` is accepted at once when `j < accept`; its value is
/// `(j + 0.5) * scale`.
typedef struct {
  uint64_t accept;
  double scale;
} jetsim_layer;

enum { JETSIM_LAYERS = 256 };

// Filled once before `main` (CShims.c) and never written again.
extern jetsim_layer jetsim_exponential_layer[JETSIM_LAYERS] __attribute__((visibility("hidden")));
extern double jetsim_exponential_density[JETSIM_LAYERS + 1] __attribute__((visibility("hidden")));
extern jetsim_layer jetsim_normal_layer[JETSIM_LAYERS] __attribute__((visibility("hidden")));
extern double jetsim_normal_density[JETSIM_LAYERS + 1] __attribute__((visibility("hidden")));

static inline const jetsim_layer *jetsim_exponential_layers(void) {
  return jetsim_exponential_layer;
}
static inline const double *jetsim_exponential_densities(void) {
  return jetsim_exponential_density;
}
static inline const jetsim_layer *jetsim_normal_layers(void) { return jetsim_normal_layer; }
static inline const double *jetsim_normal_densities(void) { return jetsim_normal_density; }

// Right edge of the lowest layer for 256 layers of equal area (Marsaglia & Tsang 2000, revised to
// double precision); beyond it lies the tail.
#define JETSIM_EXPONENTIAL_EDGE 7.69711747013104972
#define JETSIM_NORMAL_EDGE 3.6541528853610088

/// Brings the cache line of an address closer without waiting for it; any address is allowed.
static inline void jetsim_prefetch(const void *address) { __builtin_prefetch(address); }

#pragma clang assume_nonnull end
