/** Request bodies as the specifications write them, and what each call answers. `core-platform.md` section 7, `studio-account-settings.md` section 7. */
import type { Who } from '../kit/test-server.ts'

/** What a body may name: ids of the test's own rows. */
export type Named = {
  readonly user: string
  readonly member: string
  readonly connector: string
  readonly config: string
  readonly apiKey: string
  readonly interaction: string
}

export type LetterRow = {
  readonly call: string
  readonly path?: (ids: Named) => string
  readonly body: object | ((ids: Named) => object)
  readonly as?: Who | null
  /** The answer where it is not a success: the form was accepted, and this stands in the way. */
  readonly code?: string
}

const config = {
  name: 'Orders to ERP',
  trigger: { type: 'manual' },
  source: {
    ...{ type: 'http', url: 'https://shop.example.com/orders', requestMethod: 'GET', headers: [] },
    queries: [{ key: 'since', urlKey: 'since', value: '2026-01-01', description: '', active: true }],
    ...{ auth: { type: 'none' }, variables: [], body: { rawContent: '' }, isList: true, listPath: 'items' },
    listConfig: {
      ...{ type: 'pagination', iterationPath: '', batchSize: 100 },
      paginationConfig: {
        ...{ type: 'offset', limitParam: 'limit', offsetParam: 'offset', pageParam: 'page', cursorParam: 'cursor' },
        ...{ responsePathToNextCursor: 'next_cursor', responsePathToItems: 'items' },
      },
      outputConfig: { strategy: 'bulk', aggregateField: 'items' },
    },
  },
  destination: {
    ...{ type: 'http', url: 'https://erp.example.com/import', requestMethod: 'POST', headers: [], queries: [] },
    auth: { type: 'none' },
  },
  dataMapping: [
    {
      ...{ id: 'm1', source: 'id', target: 'orderId', sourcePath: 'id', targetPath: 'orderId' },
      ...{ sourceDataType: 'number', targetDataType: 'string', isList: true, listPath: 'items' },
    },
  ],
  enrichment: [],
  status: 'Draft',
}
/** A configuration of the studio, which knows no trigger. */
const { trigger: _, ...studioConfig } = config

const connector = {
  ...{ name: 'Orders to ERP', integrationName: 'Orders to ERP', connectorType: 'Private', details: '', budgetLimit: null },
  ...{ computeSize: 'small', encryptionOption: 'platform', supportPackage: 'basic', storeLocally: true, status: 'Draft' },
}

const apiKey = {
  ...{ name: 'Reports', description: 'Reads the figures', enabled: true, permissions: ['analytics:read'] },
  rateLimiting: { enabled: true, requestsPerMinute: 60, requestsPerHour: 1_000, requestsPerDay: 10_000 },
  ipRestrictions: { enabled: false, allowedIPs: [] },
}
const settings = '/api/system-settings'
const dates = { startDate: '2026-11-01T00:00:00.000Z', endDate: '2026-11-08T00:00:00.000Z' }
const mail = { host: 'mail.example.com', port: 587, secure: false, username: 'ada@example.com', password: 'secret' }
const row = (call: string, body: LetterRow['body'], rest: Partial<LetterRow> = {}): LetterRow => ({ call, body, ...rest })
const admin = { as: 'adminA' } as const

/** In the order in which they are sent. What is refused by a rule of `decisions.md` names the rule's code. */
export const letterRows: readonly LetterRow[] = [
  row('POST /api/auth/sign-in', { email: 'usera@example.test', password: 'correct horse battery' }, { as: null }),
  row(
    'POST /api/registration',
    {
      ...{ email: 'new@letter.test', password: 'A-long-Pass-2026!', firstName: 'Ada', lastName: 'New' },
      ...{ companyName: 'Letters', productTier: 'Basic', paymentMethodId: null },
    },
    { as: null },
  ),
  row('POST /api/users/reset-password', { email: 'usera@example.test' }, { as: null }),

  row('POST /api-connectors/', { connector, config }),
  row('POST /api-connectors/', { connector: { integrationName: 'Named once' }, config }),
  row('PATCH /api-connectors/connectors/{id}', ({ connector: id }) => ({ id, connector: { details: 'changed' } }), {
    path: ({ connector: id }) => `/api-connectors/connectors/${id}`,
  }),
  row('POST /api-connectors/validateConfig', config),
  row('POST /api-connectors/validateDataMapping', config.dataMapping),
  row('POST /api-connectors/connectors/validateMappingRule', { name: 'Small', type: 'case', sourcePath: 'a', to: 'lower' }),
  row('POST /api-connectors/connectors/saveMappingRule', { name: 'Small', type: 'case', sourcePath: 'a', to: 'lower' }),
  row('POST /api-connectors/validate-config-section', { section: 'source', data: config.source }),
  row(
    'PATCH /api-configs/{id}',
    ({ config: _id, connector: integrationId, user: userId }) => ({ _id, integrationId, userId, ...studioConfig }),
    { path: ({ config: id }) => `/api-configs/${id}` },
  ),
  row(
    'POST /api-connectors/{id}/deploy',
    { config: studioConfig, version: 1_764_000_000_000, deployedBy: 'config-editor' },
    { path: ({ connector: id }) => `/api-connectors/${id}/deploy` },
  ),
  row(
    'POST /api/replay/{id}',
    { source: 'live', timeframe: 'latest', count: 1, delay: 0, sampleData: { id: 1 } },
    {
      path: ({ connector: id }) => `/api/replay/${id}`,
      code: 'connector/not-allowed-now',
    },
  ),

  row('POST /api/analytics/dashboard', ({ connector: id }) => ({ integrationIds: [id], ...dates, interval: 'day' })),
  row('POST /api/analytics/dashboard', ({ connector: id }) => ({ integrationIds: [id], ...dates })),

  row('POST /api/ai/parse-intent', { input: 'Send orders from the shop to the CRM' }),
  row('POST /api/ai/generate-workflow', { intent: 'Send orders from the shop to the CRM' }),
  row('POST /api/ai/generate-workflow', {
    intent: { confidence: null, entities: { sourceSystem: 'Sandbox shop', targetSystem: 'Sandbox CRM' } },
  }),
  row('POST /api/ai/validate-workflow', { workflow: { connector, config } }),
  row('POST /api/ai/suggest-mappings', { sourceSchema: { fields: [] }, targetSchema: { fields: [] } }),
  row('POST /api/ai/validate-mapping', { mapping: config.dataMapping }),
  row('POST /api/ai/optimize-workflow', ({ connector: workflowId }) => ({ workflowId })),
  row('POST /api/ai/chat', ({ user: userId, connector: integrationId }) => ({
    message: 'How many records failed?',
    context: { currentPage: 'dashboard', userContext: { userId }, integrationId, integrationName: 'Orders to ERP' },
    conversationHistory: [{ role: 'user', content: 'Hello', timestamp: '2026-11-28T08:00:00.000Z' }],
    conversationId: 'conversation-1764000000000',
  })),
  row('POST /api/ai/feedback', ({ interaction: interactionId }) => ({ interactionId, feedback: 'helpful' })),

  row(
    'PUT /api/users/{userId}/profile',
    {
      ...{ firstName: 'Ada', lastName: 'Example', email: 'usera@example.test', phone: '', phoneVerified: false, avatarUrl: null },
      ...{ jobTitle: 'Engineer', company: 'Company A', timezone: '', language: 'en' },
    },
    { path: ({ user }) => `/api/users/${user}/profile` },
  ),
  row(
    'PUT /api/notifications/preferences/{userId}',
    ['EMAIL', 'SMS', 'PUSH', 'WHATSAPP'].map((type) => ({
      ...{ type, enabled: type === 'EMAIL' },
      categories: { billing: true, security: true, updates: true, marketing: false },
    })),
    { path: ({ user }) => `/api/notifications/preferences/${user}` },
  ),
  row(
    'POST /api/users/{userId}/team-members/invite',
    { email: 'invited@letter.test', role: 'USER' },
    {
      ...admin,
      path: ({ member }) => `/api/users/${member}/team-members/invite`,
    },
  ),
  // Both ask for the password and go on with the same body and it.
  row(
    'POST /api/users/{userId}/mfa/enable',
    { method: 'app' },
    {
      path: ({ user }) => `/api/users/${user}/mfa/enable`,
      code: 'auth/prove-again',
    },
  ),
  row(
    'POST /api/users/{userId}/mfa/verify',
    { code: '123456', method: 'app' },
    {
      path: ({ user }) => `/api/users/${user}/mfa/verify`,
      code: 'mfa/code-wrong',
    },
  ),
  row(
    'POST /api/users/{userId}/phone/add',
    { phone: '+491701234567' },
    {
      path: ({ user }) => `/api/users/${user}/phone/add`,
      code: 'auth/prove-again',
    },
  ),

  row(
    `PUT ${settings}`,
    {
      companySettings: {
        ...{ organizationName: 'Company A', organizationLogo: null, defaultTimezone: 'UTC', defaultLanguage: 'en' },
        ...{ brandingColors: { primary: '#1664FF', secondary: '#f5f5f5' }, dashboardLayout: { cardsPerRow: 3 } },
        ...{ systemMaintenanceMode: false, systemMaintenanceMessage: '' },
      },
    },
    admin,
  ),
  row(
    `PUT ${settings}`,
    {
      aiIntegrations: {
        openai: {
          ...{ apiKey: '', enabled: false, organizationId: '', models: ['gpt-3.5-turbo', 'gpt-4', 'gpt-4-turbo'] },
          defaultModel: 'gpt-3.5-turbo',
        },
        chatgpt: { apiKey: '', enabled: false, model: '', temperature: 0.7, maxTokens: 2_048 },
        anthropic: { apiKey: '', enabled: false, defaultModel: '' },
        azure: { apiKey: '', enabled: false, endpoint: '', deploymentName: '' },
        gemini: { apiKey: '', enabled: false, defaultModel: 'gemini-pro' },
        sisense: { apiKey: '', enabled: false, serverUrl: '', version: '' },
      },
    },
    admin,
  ),
  row(
    `PUT ${settings}`,
    {
      retentionPolicy: {
        enabled: false,
        // Archived after 365 days as the specification has it is refused: by then it is removed.
        integrationLogs: { retentionDays: 90, autoArchive: true, archiveAfterDays: 90 },
        auditLogs: { retentionDays: 365, autoArchive: true, archiveAfterDays: 365 },
        userData: { retentionDays: 1_095, autoDelete: false, requireApproval: true },
        backups: { retentionDays: 30, maxBackupsToKeep: 10, autoCleanup: true },
      },
    },
    admin,
  ),
  row(
    `PUT ${settings}`,
    {
      networkConnectivity: {
        cloudToCloud: { enabled: true, vpnConfigurations: [], privateEndpoints: [] },
        apiGateway: { enabled: true, rateLimiting: { enabled: true, requestsPerMinute: 1_000, requestsPerHour: 10_000 } },
      },
    },
    admin,
  ),
  row(
    `PUT ${settings}`,
    {
      ipWhitelisting: {
        ...{ enabled: true, blockUnknownIPs: false, notifyOnBlocked: false },
        allowedIPs: [
          { ipAddress: '127.0.0.1', subnet: '/32', description: 'Here', enabled: true, createdAt: '2026-11-28T08:00:00.000Z' },
        ],
      },
    },
    admin,
  ),
  row(
    `PUT ${settings}`,
    {
      securitySettings: {
        sso: { enabled: false, provider: 'SAML', configuration: { idpUrl: '', entityId: '', certificate: '' } },
        mfa: { enforceForAll: false, allowedMethods: ['totp', 'sms', 'email'], gracePeriodDays: 7 },
        sessionManagement: { maxSessionDuration: 480, allowMultipleSessions: true, sessionTimeout: 60 },
        passwordPolicy: {
          ...{ minLength: 8, requireUppercase: true, requireLowercase: true, requireNumbers: true, requireSpecialChars: true },
          ...{ passwordHistoryCount: 5, maxPasswordAge: 90 },
        },
      },
    },
    admin,
  ),
  row(
    `PUT ${settings}`,
    {
      notificationSettings: {
        emailNotifications: { enabled: false, smtpConfiguration: mail },
        webhookNotifications: { enabled: true, endpoints: [] },
      },
    },
    admin,
  ),
  row(`POST ${settings}/ai-integrations/test`, { provider: 'openai', apiKey: 'sk-letter' }, admin),
  row(
    `POST ${settings}/network/vpn`,
    {
      ...{ name: 'Office', provider: 'aws', endpointUrl: 'https://gw.example.com:8443', presharedKey: 'shared', enabled: true },
    },
    admin,
  ),
  row(
    `POST ${settings}/network/private-endpoint`,
    {
      ...{ name: 'Orders', serviceType: 'database', endpointUrl: 'postgresql://db.internal.example.com:5432' },
      ...{ region: 'eu-central-1', enabled: true },
    },
    admin,
  ),
  row(
    `POST ${settings}/ip-whitelist`,
    {
      ...{ ipAddress: '10.0.0.0', subnet: '/8', description: 'Office', enabled: true, createdAt: '2026-11-28T08:00:00.000Z' },
    },
    admin,
  ),
  row(`POST ${settings}/ip-whitelist`, { ipAddress: '192.0.2.7', enabled: true, description: '' }, admin),
  row(
    `POST ${settings}/webhooks`,
    {
      ...{ name: 'Chat', url: 'https://hooks.example.com/in', events: ['integration.failed'], enabled: true, headers: {} },
    },
    admin,
  ),
  row(`POST ${settings}/notifications/test-email`, { ...mail, testRecipient: mail.username }, admin),
  row('POST /api-keys', apiKey, admin),
  row('PUT /api-keys/{id}', { ...apiKey, name: 'Reports, renamed' }, { ...admin, path: ({ apiKey: id }) => `/api-keys/${id}` }),
]

type Echo = {
  readonly call: string
  readonly path: (ids: Named) => string
  readonly as?: Who
  /** From what GET answers to what PUT takes, where they are not the same. */
  readonly from?: string
}
/** What each of them answers to GET is sent to PUT as it is. */
export const echoes: readonly Echo[] = [
  { call: 'the profile', path: ({ user }) => `/api/users/${user}/profile` },
  { call: 'the preferences', path: ({ user }) => `/api/notifications/preferences/${user}` },
  { call: 'all settings', path: () => settings, as: 'adminA' },
  { call: 'AI integrations', path: () => `${settings}/ai-integrations`, as: 'adminA' },
  { call: 'an API key', path: () => '/api-keys/:id', from: '/api-keys', as: 'adminA' },
  { call: 'a VPN configuration', path: () => `${settings}/network/vpn/:id`, from: `${settings}/network/vpn`, as: 'adminA' },
  {
    ...{ call: 'a private endpoint', path: () => `${settings}/network/private-endpoint/:id` },
    ...{ from: `${settings}/network/private-endpoint`, as: 'adminA' as const },
  },
  { call: 'a webhook', path: () => `${settings}/webhooks/:id`, from: `${settings}/webhooks`, as: 'adminA' },
]
