import { createSandbox } from '../../src/sandbox/create-sandbox.ts'
import { describeSandboxLevel } from '../contracts/sandbox.ts'
import { directLauncher } from './worker/direct-launcher.ts'

const create = () => createSandbox({ launchers: [directLauncher] })

describeSandboxLevel('unconfined', 'standard', { modules: true, commands: true, keepsState: true }, create)
describeSandboxLevel('unconfined', 'strict', { modules: true, commands: true, keepsState: false }, create)
describeSandboxLevel(
  'unconfined',
  'restricted',
  { modules: false, commands: false, keepsState: false },
  create,
)
