import { quote } from '../format-path.ts'
import { LIMITS } from '../limits.ts'
import type { Rule } from '../rule.ts'

const NUMBER = '(?:0|[1-9]\\d*)'
const PRERELEASE = `(?:${NUMBER}|\\d*[A-Za-z-][0-9A-Za-z-]*)`
/** Semantic Versioning 2.0, as semver.org gives it. */
const SEMVER = new RegExp(
  `^${NUMBER}\\.${NUMBER}\\.${NUMBER}(?:-${PRERELEASE}(?:\\.${PRERELEASE})*)?(?:\\+[0-9A-Za-z-]+(?:\\.[0-9A-Za-z-]+)*)?$`,
)

/** The version is a semantic version of at most 32 characters. */
export const versionRule: Rule = (draft, report) => {
  const { version } = draft.fields
  if (version === undefined) return
  const path = draft.spell('version')
  if (typeof version === 'string' && version.length > LIMITS.versionCharacters) {
    const message = `the version has ${version.length} characters, at most ${LIMITS.versionCharacters} are allowed`
    report(path, 'DEFINE_VERSION_INVALID', message, 'Shorten it, for example to `1.0.0`.')
  } else if (typeof version !== 'string' || !SEMVER.test(version)) {
    report(path, 'DEFINE_VERSION_INVALID', `${quote(version)} is not a semantic version`)
  }
}
