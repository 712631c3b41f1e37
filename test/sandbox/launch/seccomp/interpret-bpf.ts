/** One system call as the kernel shows it to a filter. */
export interface CallData {
  readonly number: number
  readonly architecture: number
  readonly args: readonly number[]
}

function dataOf({ number, architecture, args }: CallData): Buffer {
  const data = Buffer.alloc(64)
  data.writeUInt32LE(number >>> 0, 0)
  data.writeUInt32LE(architecture >>> 0, 4)
  for (const [index, arg] of args.entries())
    data.writeBigUInt64LE(BigInt.asUintN(64, BigInt(arg)), 16 + 8 * index)
  return data
}

/** Runs a filter as the kernel would: only the instructions that seccomp allows, and only forward. */
export function interpretBpf(program: Buffer, call: CallData): number {
  const data = dataOf(call)
  let accumulator = 0
  for (let at = 0; at * 8 < program.length; at++) {
    const code = program.readUInt16LE(at * 8)
    const whenTrue = program.readUInt8(at * 8 + 2)
    const whenFalse = program.readUInt8(at * 8 + 3)
    const operand = program.readUInt32LE(at * 8 + 4)
    const jump = (isTrue: boolean): number => (isTrue ? whenTrue : whenFalse)
    if (code === 0x20) accumulator = data.readUInt32LE(operand)
    else if (code === 0x54) accumulator = (accumulator & operand) >>> 0
    else if (code === 0x15) at += jump(accumulator === operand)
    else if (code === 0x35) at += jump(accumulator >= operand)
    else if (code === 0x45) at += jump((accumulator & operand) !== 0)
    else if (code === 0x06) return operand
    else throw new Error(`unknown instruction ${code} at ${at}`)
  }
  throw new Error('ran past the end')
}
