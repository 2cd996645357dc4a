/** The card of the Model Context Protocol. */
export const mcpMessages = {
  title: 'Model Context Protocol (MCP)',
  sub: 'AI programs such as Claude, VS Code or Cursor can read your connectors with an API key and make proposals.',
  key: 'Create an API key with the permissions integrations:read and analytics:read.',
  keys: 'API Keys',
  client: 'Enter this address and the key in your program (Streamable HTTP):',
  example: 'Configuration of an MCP client',
  config: (address: string) =>
    JSON.stringify(
      { mcpServers: { datacrane: { type: 'http', url: address, headers: { Authorization: 'Bearer dc_…' } } } },
      null,
      2,
    ),
  more: 'Help: MCP',
  safe: 'Nothing is changed this way: a proposal has a link that the owner of the key opens and confirms. Texts of records are sent only where "Send names and error messages" is on; names of connectors are always sent.',
}
