// Feeds two ONNX models the same seeded random inputs on ONNX Runtime's CPU provider and compares their outputs.
// usage: node compare.mjs A.onnx B.onnx [--tolerance 1e-4] [--seed 1] [--dim NAME=SIZE]... [--region]
// With --region, B is a part of A: it is fed with what A computes under the names of its inputs, and its outputs are
// compared with what A computes under their names; A has all of them among its inputs and outputs.
// Symbolic dimensions are 2 unless given. Floating-point outputs may differ by the tolerance times the largest
// magnitude of A's output; all others must be equal.
// exit status: 0 equal, 1 different, 2 one of them could not be run
import { parseArgs } from 'node:util';

// Set before the runtime loads; the pinned version has no telemetry, and none is wanted should that change.
process.env.ORT_DISABLE_TELEMETRY = '1';
const { default: runtime } = await import('onnxruntime-node');

const kEqual = 0;
const kDifferent = 1;
const kNotRun = 2;
const kLargestInteger = 3; // also a valid index into any vocabulary or table worth testing

class NotRun extends Error {}

/** A generator of numbers in [0, 1): xorshift with 32 bits of state. */
function randomNumbers(seed) {
  let state = (seed * 2654435761 + 88675123) >>> 0 || 1;
  return () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    state >>>= 0;
    return state / 2 ** 32;
  };
}

const halfBits = (random) => (random() < 0.5 ? 0x8000 : 0) | ((10 + Math.floor(random() * 5)) << 10) | Math.floor(random() * 1024);

function fromHalf(bits) {
  const sign = bits & 0x8000 ? -1 : 1;
  const exponent = (bits >> 10) & 31;
  const fraction = bits & 1023;
  if (exponent === 31) return fraction ? NaN : sign * Infinity;
  return exponent === 0 ? sign * fraction * 2 ** -24 : sign * (1 + fraction / 1024) * 2 ** (exponent - 15);
}

const real = (random) => 2 * random() - 1;
const integer = (random) => Math.floor(random() * (kLargestInteger + 1));
const bigInteger = (random) => BigInt(integer(random));

/** Element type → how to make an array of them, and one element. */
const kElements = {
  float32: [Float32Array, real],
  float64: [Float64Array, real],
  float16: [Uint16Array, halfBits],
  int8: [Int8Array, integer],
  uint8: [Uint8Array, integer],
  int16: [Int16Array, integer],
  uint16: [Uint16Array, integer],
  int32: [Int32Array, integer],
  uint32: [Uint32Array, integer],
  int64: [BigInt64Array, bigInteger],
  uint64: [BigUint64Array, bigInteger],
  bool: [Uint8Array, (random) => (random() < 0.5 ? 1 : 0)],
};

function randomTensor(input, sizes, random) {
  if (!(input.type in kElements)) throw new NotRun(`input ${input.name} has the element type ${input.type}`);
  const [ArrayType, element] = kElements[input.type];
  const shape = input.shape.map((dim) => (Number.isInteger(dim) && dim >= 0 ? dim : (sizes[dim] ?? 2)));
  const data = ArrayType.from({ length: shape.reduce((product, size) => product * size, 1) }, () => element(random));
  // A newer Node.js has an array type of its own for float16, and the runtime insists on it.
  const Half = globalThis.Float16Array;
  return new runtime.Tensor(input.type, input.type === 'float16' && Half ? new Half(data.buffer) : data, shape);
}

/** Runs `work` and says of which model an error is. */
async function of(path, doing, work) {
  try {
    return await work();
  } catch (error) {
    throw new NotRun(`${path}: ${doing}: ${error.message}`);
  }
}

const open = (path) =>
  of(path, 'cannot be opened', () =>
    runtime.InferenceSession.create(path, { executionProviders: ['cpu'], intraOpNumThreads: 1, interOpNumThreads: 1, logSeverityLevel: 3 }));

const run = (path, session, feeds) => of(path, 'cannot be run', () => session.run(feeds));

function values(tensor) {
  const half = tensor.type === 'float16' && tensor.data instanceof Uint16Array;
  return Array.from(tensor.data, half ? fromHalf : tensor.type === 'string' ? (text) => text : Number);
}

/** Compares one output; returns whether they agree and how to say it. */
function compareOutput(a, b, tolerance) {
  const typeA = `${a.type} [${a.dims}]`;
  const typeB = `${b.type} [${b.dims}]`;
  if (typeA !== typeB) return { equal: false, text: `${typeA} and ${typeB}` };
  const left = values(a);
  const right = values(b);
  const isReal = a.type.startsWith('float');
  let largest = 0;
  let difference = 0;
  let unequal = 0;
  left.forEach((x, i) => {
    const y = right[i];
    if (isReal && Number.isFinite(x)) largest = Math.max(largest, Math.abs(x));
    if (Object.is(x, y) || x === y) return;
    if (isReal && Number.isFinite(x) && Number.isFinite(y)) difference = Math.max(difference, Math.abs(x - y));
    else unequal += 1;
  });
  const equal = unequal === 0 && difference <= tolerance * largest;
  const found = isReal ? `largest difference ${difference.toExponential(2)}, largest value ${largest.toExponential(2)}` : 'exact';
  return { equal, text: `${typeA}: ${found}${unequal ? `, ${unequal} of ${left.length} unequal` : ''}` };
}

function sameNames(kind, namesA, namesB) {
  const onlyA = namesA.filter((name) => !namesB.includes(name));
  const onlyB = namesB.filter((name) => !namesA.includes(name));
  if (onlyA.length + onlyB.length === 0) return true;
  console.log(`different  ${kind}: only in A [${onlyA}], only in B [${onlyB}]`);
  return false;
}

const randomFeeds = (session, sizes, seed) => {
  const random = randomNumbers(seed);
  return Object.fromEntries(session.inputMetadata.map((input) => [input.name, randomTensor(input, sizes, random)]));
};

function compareOutputs(names, resultA, resultB, tolerance) {
  let status = kEqual;
  for (const name of names) {
    const { equal, text } = compareOutput(resultA[name], resultB[name], tolerance);
    console.log(`${equal ? 'equal     ' : 'different '} ${name} ${text}`);
    if (!equal) status = kDifferent;
  }
  return status;
}

async function compareRegion(pathA, pathB, { tolerance, seed, sizes }) {
  const a = await open(pathA);
  const b = await open(pathB);
  const feeds = randomFeeds(a, sizes, seed);
  const known = { ...feeds, ...(await run(pathA, a, feeds)) };
  const missing = [...b.inputNames, ...b.outputNames].filter((name) => !(name in known));
  if (missing.length > 0) throw new NotRun(`${pathA}: has no [${missing}], which ${pathB} speaks of`);
  const result = await run(pathB, b, Object.fromEntries(b.inputNames.map((name) => [name, known[name]])));
  return compareOutputs(b.outputNames, known, result, tolerance);
}

async function compareModels(pathA, pathB, { tolerance, seed, sizes }) {
  const a = await open(pathA);
  const b = await open(pathB);
  const sameInputs = sameNames('inputs', a.inputNames, b.inputNames);
  const sameOutputs = sameNames('outputs', a.outputNames, b.outputNames);
  if (!sameInputs || !sameOutputs) return kDifferent;
  const feeds = randomFeeds(a, sizes, seed);
  const resultA = await run(pathA, a, feeds);
  return compareOutputs(a.outputNames, resultA, await run(pathB, b, feeds), tolerance);
}

function readArguments() {
  const { values: options, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      tolerance: { type: 'string', default: '1e-4' },
      seed: { type: 'string', default: '1' },
      dim: { type: 'string', multiple: true, default: [] },
      region: { type: 'boolean', default: false },
    },
  });
  if (positionals.length !== 2) throw new NotRun('usage: node compare.mjs A.onnx B.onnx [--tolerance T] [--seed N] [--dim NAME=SIZE]... [--region]');
  const sizes = Object.fromEntries(options.dim.map((text) => text.split('=')).map(([name, size]) => [name, Number(size)]));
  return { paths: positionals, isRegion: options.region, tolerance: Number(options.tolerance), seed: Number(options.seed), sizes };
}

try {
  const { paths, isRegion, ...options } = readArguments();
  process.exitCode = await (isRegion ? compareRegion : compareModels)(...paths, options);
} catch (error) {
  console.error(error instanceof NotRun ? error.message : error);
  process.exitCode = kNotRun;
}
