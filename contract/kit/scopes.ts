/** What an API key may be allowed to do. `studio-account-settings.md` section 6. */

export const scopes = [
  'users:read',
  'users:write',
  'users:delete',
  'integrations:read',
  'integrations:write',
  'integrations:execute',
  'integrations:delete',
  'connections:read',
  'connections:write',
  'connections:use',
  'analytics:read',
  'analytics:export',
  'settings:read',
  'settings:write',
  'audit:read',
  'audit:export',
] as const
export type Scope = (typeof scopes)[number]
