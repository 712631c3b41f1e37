// Imports one module, or none, and prints what the process has cost so far.
const [, , specifier] = process.argv
if (specifier !== undefined) await import(specifier)
const { user, system } = process.cpuUsage()
console.log(JSON.stringify({ cpuMs: (user + system) / 1000, rssMb: process.memoryUsage.rss() / 2 ** 20 }))
