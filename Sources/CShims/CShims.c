#include "CShims.h"

#include <math.h>

// MARK: The stream as a GSL generator

typedef struct {
  uint64_t state;
  uint64_t gamma;
} stream;

/// The same function as `RandomStream.next()`; a test compares the two draw by draw.
static uint64_t next(stream *s) {
  uint64_t z = s->state;
  s->state = z + s->gamma;
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9;
  z = (z ^ (z >> 27)) * 0x94d049bb133111eb;
  return z ^ (z >> 31);
}

/// A GSL seed makes no sense for a keyed stream: the caller sets the state by value.
static void set(void *state, unsigned long seed) {
  (void)state;
  (void)seed;
}

static unsigned long get(void *state) { return next(state); }

/// Uniform on the open interval (0, 1), as `RandomStream.uniform()`.
static double get_double(void *state) {
  return ((double)(int64_t)(next(state) >> 12) + 0.5) * 0x1p-52;
}

const gsl_rng_type jetsim_stream_type = {
    "jetsim", UINT64_MAX, 0, sizeof(stream), set, get, get_double,
};

// MARK: Ziggurat tables

jetsim_layer jetsim_exponential_layer[JETSIM_LAYERS];
double jetsim_exponential_density[JETSIM_LAYERS + 1];
jetsim_layer jetsim_normal_layer[JETSIM_LAYERS];
double jetsim_normal_density[JETSIM_LAYERS + 1];

static double exponential_density(double x) { return exp(-x); }
static double exponential_inverse(double y) { return -log(y); }
static double exponential_tail(double edge) { return exp(-edge); }

static double normal_density(double x) { return exp(-0.5 * x * x); }
static double normal_inverse(double y) { return sqrt(-2 * log(y)); }
static double normal_tail(double edge) {
  return 1.2533141373155002512 * erfc(edge * 0.70710678118654752440);  // sqrt(pi/2) erfc(r/sqrt 2)
}

/// Layers of equal area `v` from the bottom up: `x[0] = v / f(edge)` is the width of the base with
/// its tail folded in, `x[1] = edge`, and `x[i + 1]` follows from `v = x[i] (f(x[i+1]) - f(x[i]))`.
static void fill(jetsim_layer *layer, double *density_at, double edge, double bits,
                 double (*density)(double), double (*inverse)(double), double (*tail)(double)) {
  double area = edge * density(edge) + tail(edge);
  double width = area / density(edge);
  double inner = edge;
  density_at[0] = 0;
  for (int i = 0; i < JETSIM_LAYERS; i++) {
    layer[i].accept = (uint64_t)(inner / width * bits);
    layer[i].scale = width / bits;
    density_at[i + 1] = density(inner);
    width = inner;
    double next = area / width + density(width);
    inner = i < JETSIM_LAYERS - 2 ? inverse(next) : 0;
  }
}

// Runs before `main`, so that no draw pays for an "is it initialised" check.
__attribute__((constructor)) static void fill_tables(void) {
  fill(jetsim_exponential_layer, jetsim_exponential_density, JETSIM_EXPONENTIAL_EDGE, 0x1p53,
       exponential_density, exponential_inverse, exponential_tail);
  fill(jetsim_normal_layer, jetsim_normal_density, JETSIM_NORMAL_EDGE, 0x1p52, normal_density,
       normal_inverse, normal_tail);
}
