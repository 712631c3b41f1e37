// Classic BPF as the kernel takes it for seccomp: instructions of eight bytes over the data of one system call.

/** One instruction: an operation, how far to jump when it holds and when not, an operand. */
export interface Instruction {
  readonly code: number
  readonly whenTrue: number
  readonly whenFalse: number
  readonly operand: number
}

const LOAD_WORD = 0x20
const AND = 0x54
const JUMP_EQUAL = 0x15
const JUMP_AT_LEAST = 0x35
const JUMP_ANY_BIT = 0x45
const RETURN = 0x06

/** Where the parts of `struct seccomp_data` are. */
export const CALL_NUMBER = 0
export const CALL_ARCHITECTURE = 4
/** The low half of an argument, on a little-endian machine; int arguments are all in it. */
export const callArgument = (index: number): number => 16 + 8 * index

export const ALLOW = 0x7fff_0000
export const KILL_PROCESS = 0x8000_0000
/** Refuses with an errno. */
export const refuseWith = (errno: number): number => 0x0005_0000 + errno

const instruction = (code: number, operand: number, whenTrue = 0, whenFalse = 0): Instruction => ({
  code,
  whenTrue,
  whenFalse,
  operand,
})

export const load = (offset: number): Instruction => instruction(LOAD_WORD, offset)
export const mask = (bits: number): Instruction => instruction(AND, bits)
export const end = (verdict: number): Instruction => instruction(RETURN, verdict)

/** Runs the body when the loaded word equals the value, else goes on after it. The body ends in a verdict. */
export const ifEqual = (value: number, body: readonly Instruction[]): readonly Instruction[] => [
  instruction(JUMP_EQUAL, value, 0, body.length),
  ...body,
]

/** Runs the body unless the loaded word equals the value. */
export const unlessEqual = (value: number, body: readonly Instruction[]): readonly Instruction[] => [
  instruction(JUMP_EQUAL, value, body.length, 0),
  ...body,
]

export const ifAtLeast = (value: number, body: readonly Instruction[]): readonly Instruction[] => [
  instruction(JUMP_AT_LEAST, value, 0, body.length),
  ...body,
]

export const ifAnyBit = (bits: number, body: readonly Instruction[]): readonly Instruction[] => [
  instruction(JUMP_ANY_BIT, bits, 0, body.length),
  ...body,
]

/** The bytes that `--seccomp` and `prctl` take. */
export function assemble(program: readonly Instruction[]): Buffer {
  const bytes = Buffer.alloc(program.length * 8)
  for (const [index, { code, whenTrue, whenFalse, operand }] of program.entries()) {
    bytes.writeUInt16LE(code, index * 8)
    bytes.writeUInt8(whenTrue, index * 8 + 2)
    bytes.writeUInt8(whenFalse, index * 8 + 3)
    bytes.writeUInt32LE(operand >>> 0, index * 8 + 4)
  }
  return bytes
}
