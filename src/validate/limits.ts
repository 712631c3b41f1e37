/** The largest of everything a definition may hold; lengths in UTF-16 units, JSON lengths of compact JSON. */
export const LIMITS = {
  nameCharacters: 64,
  descriptionCharacters: 1_024,
  importedDescriptionCharacters: 16_384,
  versionCharacters: 32,
  tags: 32,
  tagCharacters: 64,
  permissionsJsonCharacters: 4_096,
  constraintsJsonCharacters: 4_096,
  metadataJsonCharacters: 65_536,
  originCharacters: 256,
  parameters: 256,
  parameterNameCharacters: 64,
  parameterDescriptionCharacters: 1_024,
  enumValues: 1_000,
  // What is read at all, whatever the field: enough for the largest schema seen in the wild ten times over, and little
  // enough to be copied in a few milliseconds.
  values: 50_000,
  depth: 100,
  textCharacters: 2_000_000,
  /** Problems listed; a list that nobody can read helps nobody. */
  problems: 100,
} as const
