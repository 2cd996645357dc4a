/** Articles of the settings of a company. */
import { mcpLimits, mcpPath } from '../settings/ai/mcp-limits.ts'
import { apiKeyLimits } from '../settings/api-key-limits.ts'
import { cardsPerRow, companyDefaults, maintenanceMessageMax, organizationNameMax } from '../settings/company-limits.ts'
import { scimLimits } from '../settings/scim/scim-limits.ts'
import type { Article } from './article.ts'

type Written = Omit<Article, 'kind'>
const settings = (list: readonly Written[]): readonly Article[] => list.map((each) => ({ kind: 'setting', ...each }))

const company = '/system-settings?tab=company'

export const companySettingArticles = settings([
  {
    id: 'setting-organization-name',
    title: 'Organization name',
    words: 'company rename',
    href: company,
    text: [`Up to ${organizationNameMax} characters. It appears in invitations and in the header of exports.`],
    related: ['settings-company'],
  },
  {
    id: 'setting-logo',
    title: 'Organization logo',
    words: 'upload picture image brand',
    href: company,
    text: ['A picture smaller than 5 MB, best with 200 × 200 pixels. It replaces the logo of the console for your company.'],
    related: ['settings-company', 'image-unusable'],
  },
  {
    id: 'setting-default-timezone',
    title: 'Default timezone of the company',
    words: 'time zone',
    href: company,
    text: [`For people and schedules without their own timezone. Default: ${companyDefaults.defaultTimezone}.`],
    related: ['setting-timezone'],
  },
  {
    id: 'setting-brand-colors',
    title: 'Branding colors',
    words: 'colours theme brand console change',
    href: company,
    text: [
      `Buttons and links use the primary color, by default ${companyDefaults.brandingColors.primary}. A color in which text would be hard to read is refused.`,
    ],
    related: ['settings-company', 'settings-color-unreadable'],
  },
  {
    id: 'setting-maintenance',
    title: 'Maintenance mode',
    words: 'notice to everybody downtime banner message shut planned window',
    href: company,
    text: [
      `Only administrators can come in while it is on; everyone else reads your message of up to ${maintenanceMessageMax} characters. Active runs continue. New runs wait until it is over.`,
      'A planned maintenance begins and ends automatically, at times of the time zone of the company. Everyone sees a notice from 24 hours before.',
    ],
    related: ['maintenance-on', 'settings-company'],
  },
  {
    id: 'setting-cards-per-row',
    title: 'Dashboard cards per row',
    words: 'layout columns',
    href: company,
    text: [`${cardsPerRow.join(', ')}; at first ${companyDefaults.dashboardLayout.cardsPerRow}.`],
    related: ['dashboard', 'settings-company'],
  },
  {
    id: 'setting-ip-whitelist',
    title: 'Allowed addresses',
    words: 'ip whitelist only office network logins restrict',
    href: '/system-settings?tab=ip-whitelist',
    text: ['Each entry is an address or a network as 10.0.0.0/8. Check an address shows whether it would be let in.'],
    related: ['settings-ip-whitelist', 'settings-list-full'],
  },
  {
    id: 'setting-allow-all',
    title: 'Let everyone in again',
    words: 'locked ourselves out ip list shut out recover',
    text: [
      'If the list of addresses shuts everyone out, the operator of this installation switches it off on the server: npm run allow-all -- --company and the name of your company. Contact the operator.',
    ],
    related: ['access-address', 'settings-ip-whitelist'],
  },
  {
    id: 'setting-api-key',
    title: 'An API key',
    words: 'token script permissions expiry rate limit call api program',
    href: '/system-settings?tab=api-keys',
    text: [
      `A key has a name, permissions, and if you want an expiry, limits of calls and allowed addresses. A company has at most ${apiKeyLimits.perCompany}. When its value is replaced, the earlier one works for another ${apiKeyLimits.overlapHours} hours.`,
      'A key can do what its owner can do. So only the owner can change it, replace it or switch it on. Other administrators can switch it off or delete it. For keys of super administrators, only super administrators can do this.',
    ],
    related: ['setting-api-documentation', 'settings-api-keys', 'auth-key-limit', 'auth-key-address'],
  },
  {
    id: 'setting-provisioning',
    title: 'Provisioning (SCIM)',
    words: 'scim entra azure ad okta identity provider users groups automatic accounts deprovision tenant url secret token sync',
    href: '/system-settings?tab=security',
    text: [
      'Your identity provider adds and deactivates members of your company by SCIM 2.0.',
      '1. In [Security Settings](/system-settings?tab=security), under Provisioning (SCIM), create a token. It is shown once.',
      '2. In your identity provider, enter the base URL and the token, and map the user name to the email address.',
      '3. Verify your email domains under Single sign-on. Members are created only in these domains. Invite people with other addresses.',
      '4. Assign people and groups at the provider. New members are invited to choose a password. They start as users.',
      `People that the provider deactivates or deletes are signed out within 5 seconds, and their API keys stop working. They stay in the list of members without access, with what they made. An email address cannot be changed this way: deactivate the member and create a new one. The last administrator and operators are not changed.`,
      'A group can give its members a role: choose it beside the group. Attributes other than name, email address, external id and access are not kept.',
      `A token that was replaced works for another ${scimLimits.overlapHours} hours. Addresses that [IP Whitelisting](/system-settings?tab=ip-whitelist) refuses are refused here too. Filters compare with eq, joined by and; a page has at most ${scimLimits.pageMax} entries.`,
    ],
    related: ['settings-security', 'account-team', 'settings-ip-whitelist'],
  },
  {
    id: 'setting-mcp',
    title: 'Model Context Protocol (MCP)',
    words:
      'mcp claude cursor vscode copilot chatgpt agent llm model context protocol streamable http tools connect ai client server',
    href: '/system-settings?tab=ai',
    text: [
      `AI programs that speak MCP over Streamable HTTP connect to the address of this installation followed by ${mcpPath}.`,
      '1. Create an [API key](/system-settings?tab=api-keys) with the permissions integrations:read and analytics:read. Questions about people need users:read, and questions about what is used need settings:read.',
      '2. Enter the address and the header Authorization: Bearer and the key in the program. [AI Integrations](/system-settings?tab=ai) shows a configuration to copy.',
      '3. Ask. The program sees what the owner of the key sees. Its calls count as calls of the key, with the same limits.',
      'The tools are those of the assistant: they read and propose, and change nothing. A proposal has a link; the owner of the key opens it, reads the effect and confirms. The conversation is kept with the other chats of the owner.',
      'Record texts, such as keys and fields, are sent only if "Send names and error messages" is on under AI. Connector names are always sent, secrets never.',
      `A tool has ${mcpLimits.deadline / 1_000} seconds, a message ${mcpLimits.bodyMax / 1_024} kB. There is no stream and no session.`,
    ],
    related: ['settings-ai', 'setting-api-key', 'auth-keys-only', 'auth-scope-missing'],
  },
  {
    id: 'setting-api-documentation',
    title: 'API documentation',
    words: 'rest endpoints openapi swagger curl typescript program sdk operations reference',
    text: [
      'Programs call Datacrane with an API key: Authorization: Bearer and the key. Each operation below names the permission that the key needs.',
      'A repeated POST with the same Idempotency-Key does nothing twice. Lists take page and limit.',
    ],
    related: ['setting-api-key', 'settings-api-keys', 'auth-key-limit'],
  },
  {
    id: 'setting-plan',
    title: 'Plan',
    words: 'upgrade subscription limits tier how many connectors',
    href: '/account',
    text: [
      'The plan says how many connectors, members and records a month your company may have, and what they cost: Basic, Professional or Enterprise. Administrators change it under Account, Info; the base price is charged by the day when the plan changes.',
      'If your installation accepts cards, a more expensive plan needs a saved card. Without a card, ask the operator to set the plan. If no cards are accepted, the plan is requested, and starts when the operator has approved it.',
      'Your company pays the prices that it agreed to. When the operator sets new prices, administrators get a message and compare them under Account, Info. The new prices apply once an administrator accepts them. A more expensive plan needs the newest prices; a cheaper one does not.',
    ],
    related: ['quota-connectors', 'quota-schedules', 'account-info'],
  },
])
