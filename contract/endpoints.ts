/** Every endpoint of the product. The server serves exactly these (a test compares the two sets). */

import { notificationEndpoints } from './account/notifications.ts'
import { ownDataEndpoints } from './account/own-data.ts'
import { profileEndpoints } from './account/profile.ts'
import { pushEndpoints } from './account/push.ts'
import { teamEndpoints } from './account/team.ts'
import { approvalEndpoints } from './admin/approvals.ts'
import { companyExportEndpoints } from './admin/company-export.ts'
import { customerBulkEndpoints } from './admin/customer-bulk.ts'
import { customerJobEndpoints } from './admin/customer-jobs.ts'
import { customerPageEndpoints } from './admin/customer-page.ts'
import { customerEndpoints } from './admin/customers.ts'
import { installationEndpoints } from './admin/installation.ts'
import { jobEndpoints } from './admin/jobs.ts'
import { lookingEndpoints } from './admin/looking.ts'
import { outboxEndpoints } from './admin/outbox.ts'
import { adminEndpoints } from './admin/platform.ts'
import { alarmEndpoints } from './alerts/alarm.ts'
import { alarmListEndpoints } from './alerts/alarm-list.ts'
import { bellEndpoints } from './alerts/bell.ts'
import { analyticsEndpoints } from './analytics/analytics.ts'
import { aiEndpoints } from './assistant/ai-service.ts'
import { assistantEndpoints } from './assistant/assistant.ts'
import { authEndpoints } from './auth/auth.ts'
import { invitationEndpoints } from './auth/invitation.ts'
import { loginAuditEndpoints } from './auth/login-audit.ts'
import { mfaEndpoints } from './auth/mfa.ts'
import { oauthEndpoints } from './auth/oauth.ts'
import { passkeyEndpoints } from './auth/passkeys.ts'
import { passwordResetEndpoints } from './auth/password-reset.ts'
import { registrationEndpoints } from './auth/registration.ts'
import { securityEndpoints } from './auth/security.ts'
import { sessionStatusEndpoints } from './auth/session-status.ts'
import { setupEndpoints } from './auth/setup.ts'
import { ssoEndpoints } from './auth/sso/sso.ts'
import { ssoDomainEndpoints } from './auth/sso/sso-domains.ts'
import { invoiceEndpoints } from './billing/invoices.ts'
import { paymentMethodEndpoints } from './billing/payment-methods.ts'
import { planEndpoints } from './billing/plan.ts'
import { planComparisonEndpoints } from './billing/plan-comparison.ts'
import { priceBookEndpoints } from './billing/price-book.ts'
import { billingProfileEndpoints } from './billing/profiles.ts'
import { taxRuleEndpoints } from './billing/tax-rules.ts'
import { usageEndpoints } from './billing/usage.ts'
import { usageDaysEndpoints } from './billing/usage-days.ts'
import { dryRunEndpoints } from './builder/dry-run.ts'
import { probeEndpoints } from './builder/probe.ts'
import { connectionPageEndpoints } from './connections/connection-page.ts'
import { connectionEndpoints } from './connections/connections.ts'
import { oauthConnectionEndpoints } from './connections/oauth.ts'
import { mappingRuleEndpoints } from './connectors/config/mapping-rule.ts'
import { shapeEndpoints } from './connectors/config/shape.ts'
import { validationEndpoints } from './connectors/config/validation.ts'
import { versionEndpoints } from './connectors/deployments/version.ts'
import { connectorEndpoints } from './connectors/details/connector.ts'
import { destinationPauseEndpoints } from './connectors/details/destination-pause.ts'
import { duplicateEndpoints } from './connectors/details/duplicate.ts'
import { metricsEndpoints } from './connectors/details/metrics.ts'
import { readingEndpoints } from './connectors/details/reading.ts'
import { connectorBulkEndpoints } from './connectors/list/connector-bulk.ts'
import { connectorJobEndpoints } from './connectors/list/connector-jobs.ts'
import { connectorListEndpoints } from './connectors/list/connector-list.ts'
import { causeEndpoints } from './connectors/problems/cause.ts'
import { lookupEndpoints } from './connectors/runs/lookup.ts'
import { recordFileEndpoints } from './connectors/runs/record-file.ts'
import { runEndpoints } from './connectors/runs/run.ts'
import { runListEndpoints } from './connectors/runs/run-list.ts'
import { runReportEndpoints } from './connectors/runs/run-report.ts'
import { transactionEndpoints } from './connectors/runs/transaction.ts'
import { cursorEndpoints } from './connectors/triggers/cursor.ts'
import { hookEndpoints } from './connectors/triggers/hook.ts'
import { listeningEndpoints } from './connectors/triggers/listening.ts'
import { helpEndpoints } from './help/help.ts'
import { supportEndpoints } from './help/support.ts'
import { auditEndpoints } from './kit/audit.ts'
import type { Endpoint } from './kit/endpoint.ts'
import { graphEndpoints } from './kit/graphql.ts'
import { enterpriseEndpoints } from './library/enterprise.ts'
import { takeAwayEndpoints } from './library/take-away.ts'
import { templateEndpoints } from './library/template.ts'
import { templateUpdateEndpoints } from './library/template-updates.ts'
import { aiIntegrationEndpoints } from './settings/ai/ai-integrations.ts'
import { apiKeyEndpoints } from './settings/api-keys.ts'
import { companyLookEndpoints } from './settings/company-look.ts'
import { companyMailEndpoints } from './settings/company-mail.ts'
import { ipWhitelistEndpoints } from './settings/ip-whitelist.ts'
import { maintenanceEndpoints } from './settings/maintenance.ts'
import { gatewayEndpoints } from './settings/network/gateways.ts'
import { networkEndpoints } from './settings/network/network.ts'
import { privateEndpointEndpoints } from './settings/network/private-endpoints.ts'
import { backupEndpoints } from './settings/retention/backups.ts'
import { retentionEndpoints } from './settings/retention/retention.ts'
import { retentionPeopleEndpoints } from './settings/retention/retention-people.ts'
import { provisioningEndpoints } from './settings/scim/provisioning.ts'
import { securitySettingsEndpoints } from './settings/security-settings.ts'
import { systemSettingsEndpoints } from './settings/system-settings.ts'
import { webhookEndpoints } from './settings/webhooks.ts'
import { platformEndpoints } from './shell/platform.ts'
import { startEndpoints } from './shell/start.ts'
import { comparisonEndpoints } from './studio/comparison.ts'
import { insightEndpoints } from './studio/insights.ts'
import { investigationEndpoints } from './studio/investigation.ts'
import { replayEndpoints } from './studio/replay-endpoints.ts'

export const endpoints: readonly Endpoint[] = [
  platformEndpoints,
  startEndpoints,
  authEndpoints,
  sessionStatusEndpoints,
  mfaEndpoints,
  oauthEndpoints,
  passkeyEndpoints,
  registrationEndpoints,
  passwordResetEndpoints,
  invitationEndpoints,
  ssoDomainEndpoints,
  ssoEndpoints,
  loginAuditEndpoints,
  auditEndpoints,
  profileEndpoints,
  ownDataEndpoints,
  teamEndpoints,
  securityEndpoints,
  notificationEndpoints,
  pushEndpoints,
  outboxEndpoints,
  adminEndpoints,
  jobEndpoints,
  customerBulkEndpoints,
  templateUpdateEndpoints,
  customerEndpoints,
  customerPageEndpoints,
  approvalEndpoints,
  companyExportEndpoints,
  customerJobEndpoints,
  lookingEndpoints,
  installationEndpoints,
  maintenanceEndpoints,
  companyLookEndpoints,
  systemSettingsEndpoints,
  securitySettingsEndpoints,
  gatewayEndpoints,
  provisioningEndpoints,
  networkEndpoints,
  privateEndpointEndpoints,
  retentionEndpoints,
  retentionPeopleEndpoints,
  backupEndpoints,
  aiIntegrationEndpoints,
  apiKeyEndpoints,
  usageEndpoints,
  usageDaysEndpoints,
  planEndpoints,
  planComparisonEndpoints,
  billingProfileEndpoints,
  paymentMethodEndpoints,
  invoiceEndpoints,
  priceBookEndpoints,
  taxRuleEndpoints,
  ipWhitelistEndpoints,
  companyMailEndpoints,
  webhookEndpoints,
  setupEndpoints,
  connectorListEndpoints,
  connectorEndpoints,
  connectorBulkEndpoints,
  connectorJobEndpoints,
  duplicateEndpoints,
  shapeEndpoints,
  templateEndpoints,
  takeAwayEndpoints,
  enterpriseEndpoints,
  versionEndpoints,
  cursorEndpoints,
  hookEndpoints,
  listeningEndpoints,
  validationEndpoints,
  probeEndpoints,
  dryRunEndpoints,
  comparisonEndpoints,
  connectionEndpoints,
  connectionPageEndpoints,
  oauthConnectionEndpoints,
  mappingRuleEndpoints,
  runEndpoints,
  runReportEndpoints,
  runListEndpoints,
  lookupEndpoints,
  transactionEndpoints,
  insightEndpoints,
  investigationEndpoints,
  recordFileEndpoints,
  metricsEndpoints,
  destinationPauseEndpoints,
  readingEndpoints,
  alarmListEndpoints,
  bellEndpoints,
  alarmEndpoints,
  causeEndpoints,
  analyticsEndpoints,
  replayEndpoints,
  aiEndpoints,
  assistantEndpoints,
  graphEndpoints,
  helpEndpoints,
  supportEndpoints,
].flatMap((area) => Object.values<Endpoint>(area))
