/** Every endpoint of the product. The server serves exactly these (a test compares the two sets). */
import { alarmEndpoints } from './alarm.ts'
import { analyticsEndpoints } from './analytics.ts'
import { authEndpoints } from './auth.ts'
import { causeEndpoints } from './cause.ts'
import { comparisonEndpoints } from './comparison.ts'
import { connectorEndpoints } from './connector.ts'
import { connectorBulkEndpoints } from './connector-bulk.ts'
import { connectorListEndpoints } from './connector-list.ts'
import { cursorEndpoints } from './cursor.ts'
import { dryRunEndpoints } from './dry-run.ts'
import type { Endpoint } from './endpoint.ts'
import { graphEndpoints } from './graph.ts'
import { hookEndpoints } from './hook.ts'
import { investigationEndpoints } from './investigation.ts'
import { invitationEndpoints } from './invitation.ts'
import { loginAuditEndpoints } from './login-audit.ts'
import { lookupEndpoints } from './lookup.ts'
import { maintenanceEndpoints } from './maintenance.ts'
import { mappingRuleEndpoints } from './mapping-rule.ts'
import { metricsEndpoints } from './metrics.ts'
import { mfaEndpoints } from './mfa.ts'
import { oauthEndpoints } from './oauth.ts'
import { outboxEndpoints } from './outbox.ts'
import { passwordResetEndpoints } from './password-reset.ts'
import { platformEndpoints } from './platform.ts'
import { probeEndpoints } from './probe.ts'
import { readingEndpoints } from './reading.ts'
import { registrationEndpoints } from './registration.ts'
import { replayEndpoints } from './replay.ts'
import { runEndpoints } from './run.ts'
import { setupEndpoints } from './setup.ts'
import { shapeEndpoints } from './shape.ts'
import { takeAwayEndpoints } from './take-away.ts'
import { templateEndpoints } from './template.ts'
import { transactionEndpoints } from './transaction.ts'
import { validationEndpoints } from './validation.ts'
import { versionEndpoints } from './version.ts'

export const endpoints: readonly Endpoint[] = [
  platformEndpoints,
  authEndpoints,
  mfaEndpoints,
  oauthEndpoints,
  registrationEndpoints,
  passwordResetEndpoints,
  invitationEndpoints,
  loginAuditEndpoints,
  outboxEndpoints,
  maintenanceEndpoints,
  setupEndpoints,
  connectorListEndpoints,
  connectorEndpoints,
  connectorBulkEndpoints,
  shapeEndpoints,
  templateEndpoints,
  takeAwayEndpoints,
  versionEndpoints,
  cursorEndpoints,
  hookEndpoints,
  validationEndpoints,
  probeEndpoints,
  dryRunEndpoints,
  comparisonEndpoints,
  mappingRuleEndpoints,
  runEndpoints,
  lookupEndpoints,
  transactionEndpoints,
  investigationEndpoints,
  metricsEndpoints,
  readingEndpoints,
  alarmEndpoints,
  causeEndpoints,
  analyticsEndpoints,
  replayEndpoints,
  graphEndpoints,
].flatMap((area) => Object.values<Endpoint>(area))
