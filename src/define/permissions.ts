/** The permissions a definition may require; hosts add their own with the `permissions` option. */
export const KNOWN_PERMISSIONS = [
  'tool.filesystem.read',
  'tool.filesystem.write',
  'tool.process.run',
  'tool.network.fetch',
  'tool.database.read',
  'tool.database.write',
  'tool.knowledge.read',
  'tool.knowledge.write',
  'tool.communication.send',
  'tool.system.read',
] as const
