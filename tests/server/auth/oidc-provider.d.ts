/** The part that the tests use; the package brings no types. */
declare module 'oidc-provider' {
  import type { IncomingMessage, ServerResponse } from 'node:http'

  type Tokens = {
    find(token: string): Promise<object | undefined>
    revokeByGrantId(grantId: string): Promise<void>
  }
  export class Provider {
    constructor(issuer: string, configuration: object)
    callback(): (request: IncomingMessage, response: ServerResponse) => Promise<void>
    on(event: string, heard: (it: { readonly jti: string; readonly grantId?: string }) => void): void
    readonly AccessToken: Tokens
    readonly RefreshToken: Tokens
  }
}
