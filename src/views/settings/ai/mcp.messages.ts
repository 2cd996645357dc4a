/** The card of the Model Context Protocol. */
export const mcpMessages = {
  title: 'Model Context Protocol (MCP)',
  sub: 'With an API key, AI programs such as Claude can read your connectors and propose changes.',
  key: 'Create an API key with the permissions integrations:read and analytics:read.',
  keys: 'API Keys',
  client: 'Enter this URL and the key in your program (Streamable HTTP):',
  example: 'MCP client configuration',
  config: (address: string) =>
    JSON.stringify(
      { mcpServers: { datacrane: { type: 'http', url: address, headers: { Authorization: 'Bearer dc_…' } } } },
      null,
      2,
    ),
  more: 'Help: MCP',
  safe: 'Proposals change nothing until the key owner opens the link and confirms. Record texts are sent only if "Send names and error messages" is on. Connector names are always sent.',
}
