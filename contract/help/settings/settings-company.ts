/** Articles of the settings of a company. */
import { mcpLimits, mcpPath } from '../../settings/ai/mcp-limits.ts'
import { apiKeyLimits } from '../../settings/api-key-limits.ts'
import { cardsPerRow, companyDefaults, maintenanceMessageMax, organizationNameMax } from '../../settings/company-limits.ts'
import { scimLimits } from '../../settings/scim/scim-limits.ts'
import type { Article } from '../article.ts'

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
    text: ["An image under 5 MB, recommended 200 × 200 pixels. It replaces the console's logo for your company."],
    related: ['settings-company', 'image-unusable'],
  },
  {
    id: 'setting-default-timezone',
    title: 'Default company time zone',
    words: 'time zone',
    href: company,
    text: [`For people and schedules without their own time zone. Default: ${companyDefaults.defaultTimezone}.`],
    related: ['setting-timezone'],
  },
  {
    id: 'setting-brand-colors',
    title: 'Branding colors',
    words: 'colours theme brand console change',
    href: company,
    text: [
      `Buttons and links use the primary color (default: ${companyDefaults.brandingColors.primary}). Colors with hard-to-read text are rejected.`,
    ],
    related: ['settings-company', 'settings-color-unreadable'],
  },
  {
    id: 'setting-maintenance',
    title: 'Maintenance mode',
    words: 'notice to everybody downtime banner message shut planned window',
    href: company,
    text: [
      `During maintenance, only administrators can sign in. Everyone else sees your message of up to ${maintenanceMessageMax} characters. Active runs continue. New runs wait until maintenance ends.`,
      "Planned maintenance starts and ends automatically, in your company's time zone. Everyone sees a notice 24 hours before.",
    ],
    related: ['maintenance-on', 'settings-company'],
  },
  {
    id: 'setting-cards-per-row',
    title: 'Dashboard cards per row',
    words: 'layout columns',
    href: company,
    text: [`${cardsPerRow.join(', ')}, by default ${companyDefaults.dashboardLayout.cardsPerRow}.`],
    related: ['dashboard', 'settings-company'],
  },
  {
    id: 'setting-ip-whitelist',
    title: 'Allowed addresses',
    words: 'ip whitelist only office network logins restrict',
    href: '/system-settings?tab=ip-whitelist',
    text: ['Each entry is an address or a network such as 10.0.0.0/8. Check an address to see if it is allowed.'],
    related: ['settings-ip-whitelist', 'settings-list-full'],
  },
  {
    id: 'setting-allow-all',
    title: 'Let everyone in again',
    words: 'locked ourselves out ip list shut out recover',
    text: [
      "If the list locks everyone out, contact your operator. They can turn it off on the server: npm run allow-all -- --company and your company's name.",
    ],
    related: ['access-address', 'settings-ip-whitelist'],
  },
  {
    id: 'setting-api-key',
    title: 'An API key',
    words: 'token script permissions expiry rate limit call api program',
    href: '/system-settings?tab=api-keys',
    text: [
      `A key has a name and permissions. You can add an expiry, call limits and allowed addresses. A company can have up to ${apiKeyLimits.perCompany} keys. When you replace a key, the earlier one works for another ${apiKeyLimits.overlapHours} hours.`,
      'A key never has more permissions than its owner. Only the owner can change it, replace it or switch it on. Other administrators can switch it off or delete it. For keys of super administrators, only super administrators can do this.',
    ],
    related: ['setting-api-documentation', 'settings-api-keys', 'auth-key-limit', 'auth-key-address'],
  },
  {
    id: 'setting-provisioning',
    title: 'Provisioning (SCIM)',
    words: 'scim entra azure ad okta identity provider users groups automatic accounts deprovision tenant url secret token sync',
    href: '/system-settings?tab=security',
    text: [
      'Your identity provider adds and deactivates your members through SCIM 2.0.',
      "1. In [Security Settings](/system-settings?tab=security), under Provisioning (SCIM), create a token. You'll see it only once.",
      '2. In your identity provider, enter the base URL and the token. Map the user name to the email address.',
      '3. Verify your email domains under Single sign-on. Members are only created in these domains. Invite everyone else.',
      '4. Assign people and groups at the provider. New members get an invitation to choose a password. They start as users.',
      `Members that the provider deactivates or deletes are signed out within 5 seconds. Their API keys stop working. They stay in the member list without access, with everything they created. You can't change an email address this way. Deactivate the member and create a new one. The last administrator and operators are never changed.`,
      'Choose a role beside a group to give it to its members. Only name, email, external id and access are stored.',
      `A replaced token works for another ${scimLimits.overlapHours} hours. Addresses blocked by [IP Whitelisting](/system-settings?tab=ip-whitelist) are blocked here too. Filters support the operators eq and and. A page has up to ${scimLimits.pageMax} entries.`,
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
      `AI programs with MCP over Streamable HTTP connect to this installation's URL plus ${mcpPath}.`,
      '1. Create an [API key](/system-settings?tab=api-keys) with the permissions integrations:read and analytics:read. Questions about people need users:read. Questions about usage need settings:read.',
      '2. In the program, enter the URL and the header Authorization: Bearer with the key. Copy a configuration from [AI Integrations](/system-settings?tab=ai).',
      "3. Ask your question. The program sees what the key's owner sees. Its calls count toward the key's limits.",
      "The tools are those of the assistant. They read and propose, but never change anything. The key's owner opens the link in a proposal, reads the effect and confirms. The conversation appears among the owner's chats.",
      'Record texts, such as keys and fields, need "Send names and error messages" under AI. Connector names are always sent. Secrets are never sent.',
      `Tool calls time out after ${mcpLimits.deadline / 1_000} seconds. Messages can be up to ${mcpLimits.bodyMax / 1_024} kB. Streams and sessions aren't supported.`,
    ],
    related: ['settings-ai', 'setting-api-key', 'auth-keys-only', 'auth-scope-missing'],
  },
  {
    id: 'setting-api-documentation',
    title: 'API documentation',
    words: 'rest endpoints openapi swagger curl typescript program sdk operations reference',
    text: [
      'Programs call Datacrane with an API key: Authorization: Bearer and the key. Each operation below lists the required permission.',
      'Repeating a POST with the same Idempotency-Key is safe. Lists accept page and limit.',
    ],
    related: ['setting-api-key', 'settings-api-keys', 'auth-key-limit'],
  },
  {
    id: 'setting-plan',
    title: 'Plan',
    words: 'upgrade subscription limits tier how many connectors',
    href: '/account',
    text: [
      'Your plan (Basic, Professional or Enterprise) sets your connectors, members, monthly records and cost. Administrators change it under Account, Info. After a plan change, the base price is charged by day.',
      "If your installation accepts cards, a more expensive plan needs a saved card. Without a card, ask your operator. If it accepts no cards, you request the plan. It starts after the operator's approval.",
      'You pay the prices your company agreed to. When the operator sets new prices, administrators get a message and compare them under Account, Info. New prices apply once an administrator accepts them. You need to accept them before you choose a more expensive plan.',
    ],
    related: ['quota-connectors', 'quota-schedules', 'account-info'],
  },
])
