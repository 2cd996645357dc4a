/** The Model Context Protocol over Streamable HTTP: where it is, and its bounds. */

/** After the address of the installation. */
export const mcpPath = '/mcp'

/** Versions of the protocol that are spoken, the newest first. */
export const mcpVersions = ['2025-11-25', '2025-06-18', '2025-03-26'] as const

export const mcpLimits = {
  /** Bytes of one message. */
  bodyMax: 262_144,
  /** Characters of one result. */
  resultMax: 60_000,
  /** Milliseconds for one tool. */
  deadline: 15_000,
  connectorsListed: 200,
} as const
