import { mcpPath } from '#contract/settings/ai/mcp-limits.ts'
import { addressOf } from '../kit/address/base.ts'

/** Where MCP clients reach this installation. */
export const mcpAddress = (): string => addressOf(mcpPath).href
