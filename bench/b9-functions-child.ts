// Makes tools of a file and prints what it cost this process.
const [, , index = '', folder = '', kept = 'none'] = process.argv
const { toolsFromFile } = (await import(index)) as typeof import('../src/index.ts')

const cpuMs = (since?: NodeJS.CpuUsage): number => {
  const { user, system } = process.cpuUsage(since)
  return (user + system) / 1_000
}
const cache = kept === 'none' ? false : `${folder}${kept}`
const read = async () => {
  const start = process.cpuUsage()
  const { tools } = await toolsFromFile(`${folder}tools.ts`, { cache })
  return { tools: tools.length, spent: cpuMs(start) }
}
const first = await read()
const wholeCpuMs = cpuMs()
let againCpuMs = Infinity
for (let turn = 0; turn < 5; turn++) againCpuMs = Math.min(againCpuMs, (await read()).spent)
console.log(JSON.stringify({ tools: first.tools, wholeCpuMs, firstCpuMs: first.spent, againCpuMs }))
