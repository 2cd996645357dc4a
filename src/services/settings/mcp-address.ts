import { mcpPath } from '#contract/settings/ai/mcp-limits.ts'

/** Where MCP clients reach this installation. */
export const mcpAddress = (): string => new URL(mcpPath, location.origin).href
