/**
 * Texts, limits and defaults that the specification fixes outside the account, a second time as `core-platform.md` and
 * `studio-account-settings.md` write them. The right column is the requirement; what differs with a reason is in the decisions.
 */
import { describe, expect, it } from 'vitest'
import { profileTexts as billingTexts } from '#contract/billing/profiles.ts'
import { checkSections } from '#contract/connectors/config/config-sections.ts'
import { periods } from '#contract/kit/time-range.ts'
import { catalogue } from '#contract/problem-catalogue.ts'
import { aiFields, aiLimits, aiModelHints, aiTexts, faultsOfCard } from '#contract/settings/ai/ai-limits.ts'
import { apiKeyRates, apiKeyShown, apiKeyStart, apiKeyTexts } from '#contract/settings/api-key-limits.ts'
import { companyMailDefaults, companyMailTexts } from '#contract/settings/company-mail-limits.ts'
import { ipWhitelistTexts } from '#contract/settings/ip-whitelist-limits.ts'
import {
  cloudProviders,
  gatewayLimits,
  networkDefaults,
  networkTexts,
  regions,
  serviceTypes,
} from '#contract/settings/network/network-limits.ts'
import { retentionChoices, retentionDefaults, retentionTexts } from '#contract/settings/retention/retention-limits.ts'
import { securityDefaults, securityTexts } from '#contract/settings/security-limits.ts'
import { settingsCallTexts } from '#contract/settings/settings-problems.ts'
import { webhookEvents, webhookTexts } from '#contract/settings/webhook-limits.ts'
import { confirmationMessages } from '#src/views/auth/sign-up/confirmation.messages.ts'
import { listProcessingMessages } from '#src/views/builder/lists/list-processing.messages.ts'
import { shellMessages } from '#src/views/shell/shell.messages.ts'
import { configEditorMessages } from '#src/views/studio/config-editor/config-editor.messages.ts'
import { rendererMessages } from '#src/views/studio/renderer/renderer.messages.ts'
import { replayMessages } from '#src/views/studio/replay/replay.messages.ts'
import { retryMessages } from '#src/views/studio/retry/retry.messages.ts'
import { studioMessages } from '#src/views/studio/studio.messages.ts'

type Row = readonly [what: string, ours: unknown, theirs: unknown]
type Code = keyof typeof catalogue

const said = (code: Code, message: string, title: string = catalogue[code].title): Row => [
  code,
  [catalogue[code].title, catalogue[code].message],
  [title, message],
]

const failures: readonly Row[] = [
  said('auth/invalid-credentials', 'Invalid credentials', 'Sign in failed'),
  said('auth/sign-in-timeout', 'Sign in request timed out. Please try again.'),
  said('auth/mfa-invalid', 'Invalid MFA token', 'MFA verification failed'),
  said('auth/mfa-malformed', 'Invalid MFA request'),
  said('auth/mfa-timeout', 'MFA verification request timed out. Please try again.'),
  said('auth/mfa-unreadable', 'Invalid MFA verification response'),
  said('auth/no-challenge', 'No MFA challenge found'),
  said('auth/malformed-refresh', 'Invalid refresh response'),
  said('auth/refresh-failed', 'Session refresh failed - Please log in again to continue.'),
  said('auth/not-known-any-more', 'Authentication failed. Please sign in again.'),
  said('request/interrupted', 'File upload was interrupted. Please try again with a smaller file or a more stable connection.'),
  said('net/timeout', 'Request timed out. The server took too long to respond. Please try again.'),
  said('net/unreachable', 'Network error occurred. Please check your internet connection and try again.'),
  said('connector/create-refused', 'Authentication error. Please sign out and sign in again.'),
  said('connector/update-timeout', 'Update request timed out. Please try again or check your network connection.'),
  said(
    'mapping/check-timeout',
    'Request timed out. The server might be busy or the data mapping is complex. Please try again.',
    'Validation Failed',
  ),
  said(
    'connector/resume-timeout',
    'Request timed out. The connector is taking longer than expected to resume. Please try again.',
  ),
  said(
    'connector/deploy-timeout',
    'Deployment request timed out. The deployment may still be in progress. Please check the deployment status.',
  ),
  said('connector/list-failed', 'Failed to fetch dashboard connectors'),
  said('connector/delete-failed', 'Delete connector failed'),
  said('connector/pause-failed', 'Pause connector failed'),
  said('mapping-rule/list-failed', 'Get mapping rules failed'),
  said('mapping-rule/save-failed', 'Save mapping rule failed'),
  said('mapping-rule/delete-failed', 'Delete mapping rule failed'),
  said('transaction/malformed-page', 'Invalid API response data - transactions array missing'),
  said('settings/forbidden', "You don't have permission to access system settings."),
  [
    'a call of the settings',
    Object.values(settingsCallTexts),
    ['API Error', 'Network error - please check your connection', 'Unknown error occurred'],
  ],
]

const { confirmed, failed, linkless } = confirmationMessages
const confirmation: readonly Row[] = [
  ['no token', linkless.title, 'Invalid Confirmation Link'],
  ['no token, why', linkless.said, 'No confirmation token was provided. Please check your email and try again.'],
  ['failed', failed.title, 'Account Confirmation Failed'],
  ['failed, why', failed.said, "We couldn't confirm your account. Please try signing in or contact support."],
  ['confirmed', confirmed.title, 'Account Confirmed'],
  ['confirmed, what next', confirmed.said, 'Your account has been successfully confirmed. You can now sign in.'],
  ['the button', confirmationMessages.signIn, 'Sign In'],
]

const hours = 3_600_000
const frame: readonly Row[] = [
  ['groups of the menu', [shellMessages.groups.support, shellMessages.groups.admin], ['SUPPORT', 'ADMIN']],
  ['themes', Object.values(shellMessages.themes), ['Light', 'Dark', 'System']],
  [
    'links of the profile',
    [shellMessages.privacy, shellMessages.settings, shellMessages.billing, shellMessages.signOut],
    ['Privacy Policy', 'Account Settings', 'Billing', 'Sign Out'],
  ],
  [
    'periods',
    periods.map(({ label, code, span }) => [label, code, span === null ? null : span / hours]),
    [
      ['Past 1 Hour', '1h', 1],
      ['Past 6 Hours', '6h', 6],
      ['Past 12 Hours', '12h', 12],
      ['Past 1 Day', '1d', 24],
      ['Past 3 Days', '3d', 72],
      ['Past 7 Days', '7d', 168],
      ['Past 14 Days', '14d', 336],
      ['Past 30 Days', '30d', 720],
      ['Past 3 Months', '3mo', 90 * 24],
      ['Past 6 Months', '6mo', 180 * 24],
      ['Past 1 Year', '1y', 365 * 24],
      ['Custom Range', 'custom', null],
    ],
  ],
  ['batch size', listProcessingMessages.dialog.faults.batchSize, 'Please input the batch size!'],
]

const { faults } = replayMessages.form
const studio: readonly Row[] = [
  [
    'tabs',
    Object.values(studioMessages.tabs),
    [
      ...['Universe', 'Investigator', 'Replay', 'Renderer', 'Config Editor'],
      ...['AI Insights', 'Health Score', 'Telemetry', 'Network Rules'],
    ],
  ],
  ['head', [studioMessages.back, studioMessages.load], ['Go Back', 'Load Analytics Data']],
  ['not read', studioMessages.failed, 'Failed to load integration'],
  ['no configuration', studioMessages.unconfigured.title, 'Configuration Not Found'],
  ['no configuration, what next', studioMessages.unconfigured.reload, 'Reload Page'],
  [
    'no transactions',
    Object.values(studioMessages.uncounted),
    [
      ...['Transaction Data Error', 'Failed to load transactions'],
      'Could not fetch transaction data. Please try again later',
      ...['Load From Analytics', 'Go to Details Page'],
    ],
  ],
  ['transactions', studioMessages.loaded, 'Transactions loaded successfully'],
  ['replay: source', faults.source, 'Please select a data source'],
  ['replay: time', faults.timeframe, 'Please select a time period'],
  ['replay: count', faults.count.missing, 'Please enter number of transactions'],
  ['replay: delay', faults.delay.missing, 'Please enter delay'],
  ['replay: buttons', [replayMessages.form.start, replayMessages.form.reset], ['Start Replay', 'Reset']],
  ['replay: refresh', replayMessages.form.refresh, 'Refresh Data'],
  ['replay: steps', retryMessages.steps.all, ['Prepare', 'Send', 'Process', 'Complete']],
  ['replay: done', replayMessages.successful, 'Replay Successful'],
  ['replay: not refreshed', replayMessages.refreshFailed, 'Refresh Failed: Failed to refresh transaction data'],
  said('replay/failed', 'Could not replay the transaction. Please try again later', 'Replay Failed'),
  said('replay/not-signed-in', 'You must be logged in to perform this action', 'Authentication Error'),
  said('config/no-token', 'No authentication token found', 'Authentication Error'),
  said('config/not-published', 'Failed to publish configuration', 'Publish Failed'),
  said('config/not-valid', 'Please fix the validation errors before publishing', 'Validation Failed'),
  ['config: not JSON', catalogue['config/not-json'].title, 'JSON Validation Failed'],
  ['config: not checked', catalogue['config/not-checked'].title, 'Validation Error'],
  [
    'config: buttons',
    [
      ...[configEditorMessages.edit, configEditorMessages.cancel, configEditorMessages.validate],
      ...[configEditorMessages.publish, configEditorMessages.confirm, configEditorMessages.deploy],
    ],
    ['Edit Configuration', 'Cancel', 'Validate', 'Publish', 'Confirm Deployment', 'Deploy Now'],
  ],
  [
    'config: results',
    [configEditorMessages.results, configEditorMessages.success, configEditorMessages.published, configEditorMessages.copied],
    ['Validation Results', 'Validation Successful', 'Configuration Published', 'JSON Copied'],
  ],
  said('renderer/upload-failed', 'Please upload a valid JSON file', 'Upload Failed'),
  said('renderer/parse-error', 'The data you pasted is not valid JSON', 'Parse Error'),
  ['renderer: not pasted', catalogue['renderer/paste-failed'].title, 'Paste Failed'],
  ['renderer: done', Object.values(rendererMessages.done), ['Upload Successful', 'Paste Successful', 'Sample Loaded']],
  ['renderer: own JSON', [rendererMessages.upload.choose, rendererMessages.upload.paste], ['Upload JSON File', 'Paste JSON']],
]

const incomplete = {
  source: { url: 'no address', requestMethod: 'GET' },
  destination: {},
  dataMapping: [{ source: 'id', target: 'id', sourcePath: 'id', targetPath: 'id' }, { source: 'name' }],
  enrichment: [{}],
}
const found = checkSections(incomplete)
const sections: readonly Row[] = [
  [
    'errors of a configuration',
    found.errors.map(({ message }) => message).filter((it) => /must have|Missing source or target$/.test(it)),
    [
      'Destination must have a URL, Azure config, or database config',
      'Destination must have a request method',
      'Data mapping 2: Missing source or target',
    ],
  ],
  [
    'warnings of a configuration',
    found.warnings.map(({ message }) => message),
    expect.arrayContaining(['Source URL format may be invalid', 'Enrichment 1: Missing URL or config']),
  ],
]

const openai = ['gpt-3.5-turbo', 'gpt-4', 'gpt-4-turbo']
const settings: readonly Row[] = [
  ['AI: models that are suggested', aiModelHints.openai, openai],
  ['AI: models of Anthropic', aiModelHints.anthropic, ['claude-3-opus-20240229', 'claude-3-haiku-20240307']],
  ['AI: models of Gemini', aiModelHints.gemini, ['gemini-pro', 'gemini-pro-vision']],
  ['AI: default of OpenAI', aiFields.openai.defaultModel, 'gpt-3.5-turbo'],
  ['AI: defaults of ChatGPT', [aiFields.chatgpt.temperature, aiFields.chatgpt.maxTokens], ['0.7', '2048']],
  [
    'AI: bounds of ChatGPT, switched off too',
    [
      { temperature: '2', maxTokens: '4096' },
      { temperature: '2.1', maxTokens: '4097' },
      { temperature: '0.75', maxTokens: '0' },
      { temperature: '', maxTokens: '' },
    ].map((card) => Object.keys(faultsOfCard('chatgpt', { enabled: false, ...card }))),
    [[], ['temperature', 'maxTokens'], ['temperature', 'maxTokens'], []],
  ],
  ['AI: test', [aiTexts.keyNeeded, aiTexts.testFailed], ['API key is required', 'Test failed']],
  ['AI: models of a test are shown', aiLimits.modelsShown > 0, true],
  ['retention: saved', retentionTexts.saved, 'Retention policy settings saved successfully!'],
  ['retention: off', retentionDefaults.enabled, false],
  [
    'retention: days',
    Object.values(retentionDefaults).flatMap((it) => (typeof it === 'object' ? [it.retentionDays] : [])),
    [90, 365, 1095, 30],
  ],
  ['retention: backups', retentionDefaults.backups.maxBackupsToKeep, 10],
  ['retention: people need an approval', retentionDefaults.userData.requireApproval, true],
  ['retention: least of the audit log', retentionChoices.auditLogs[0], 90],
  ['retention: least of people', retentionChoices.userData[0], 365],
  ['retention: most of backups', retentionChoices.backups.at(-1), 365],
  [
    'network: done',
    [
      ...[networkTexts.saved, networkTexts.gatewayAdded, networkTexts.gatewayRemoved],
      ...[networkTexts.endpointAdded, networkTexts.endpointRemoved],
    ],
    [
      'Network connectivity settings saved successfully!',
      'VPN configuration added successfully!',
      'VPN configuration removed successfully!',
      'Private endpoint added successfully!',
      'Private endpoint removed successfully!',
    ],
  ],
  [
    'network: defaults',
    networkDefaults,
    {
      cloudToCloud: { enabled: false },
      apiGateway: { enabled: true, rateLimiting: { enabled: true, requestsPerMinute: 1_000, requestsPerHour: 10_000 } },
    },
  ],
  ['network: bounds', Object.values(gatewayLimits).map(({ max }) => max), [10_000, 100_000]],
  ['network: providers', cloudProviders, ['aws', 'azure', 'gcp', 'oracle', 'ibm', 'custom']],
  ['network: services', serviceTypes, ['database', 'storage', 'api', 'webhook', 'ftp', 'other']],
  ['network: regions', regions, ['us-east-1', 'us-west-2', 'eu-west-1', 'eu-central-1', 'ap-southeast-1', 'ap-northeast-1']],
  [
    'IP: texts',
    [ipWhitelistTexts.saved, ipWhitelistTexts.address, ipWhitelistTexts.subnet],
    [
      'IP whitelisting settings saved successfully!',
      'Please enter a valid IPv4 or IPv6 address',
      'Please enter a valid subnet mask',
    ],
  ],
  ['security: saved', securityTexts.saved, 'Security settings saved successfully!'],
  ['security: grace', securityDefaults.mfa.gracePeriodDays, 7],
  [
    'security: sessions',
    securityDefaults.sessionManagement,
    { maxSessionDuration: 480, sessionTimeout: 60, allowMultipleSessions: true },
  ],
  [
    'security: passwords',
    securityDefaults.passwordPolicy,
    {
      ...{ minLength: 8, requireUppercase: true, requireLowercase: true, requireNumbers: true, requireSpecialChars: true },
      ...{ passwordHistoryCount: 5, maxPasswordAge: 90 },
    },
  ],
  [
    'mail: texts',
    [companyMailTexts.saved, companyMailTexts.saveFailed, companyMailTexts.fillIn, companyMailTexts.testFailed],
    [
      'Notification settings saved successfully!',
      'Failed to save notification settings',
      'Please fill in all required SMTP fields',
      'Failed to test email configuration',
    ],
  ],
  ['mail: port', companyMailDefaults.smtpConfiguration.port, 587],
  [
    'webhooks: events',
    webhookEvents,
    [
      ...['user.created', 'user.updated', 'user.deleted', 'integration.started', 'integration.completed'],
      ...['integration.failed', 'system.alert', 'system.maintenance'],
    ],
  ],
  ['webhooks: address', webhookTexts.url, 'Please enter a valid URL'],
  [
    'API keys: texts',
    [apiKeyTexts.saved, apiKeyTexts.copied, apiKeyTexts.address],
    ['API key settings saved successfully!', 'API key copied to clipboard!', 'Invalid IP address'],
  ],
  ['API keys: form', [apiKeyStart, apiKeyShown], ['dc_', 12]],
  ['API keys: calls', Object.values(apiKeyRates), [60, 1_000, 10_000]],
  [
    'billing profile: deletion',
    billingTexts.deleteQuestion,
    'Are you sure you want to delete the profile along with all its contents? It cannot be undone.',
  ],
  [
    'billing profile: another primary one',
    billingTexts.replaceQuestion,
    'You already have a primary profile. Do you want to replace it',
  ],
]

describe.each<[string, readonly Row[]]>([
  ['Failures', failures],
  ['Confirmation', confirmation],
  ['Frame', frame],
  ['Studio', studio],
  ['Sections of a configuration', sections],
  ['System settings', settings],
])('%s', (_, rows) => {
  it.each(rows)('%s', (_what, ours, theirs) => expect(ours).toEqual(theirs))
})
