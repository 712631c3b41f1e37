import { createProcessGroupLauncher } from '../../../src/sandbox/launch/process-group-launcher.ts'
import { describeLauncher } from '../../contracts/launcher.ts'
import { missingPrograms } from './missing-programs.ts'

const { skip, found } = missingPrograms('prlimit')

describeLauncher(
  createProcessGroupLauncher({ prlimit: found[0] }),
  { hides: false, hasScratch: true, protectsAtStandard: false },
  skip,
)
