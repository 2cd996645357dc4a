/** The error catalogue itself: code, HTTP status, title and sentence of every failure. `core-platform.md` section 8. */

import { accountFailures } from './account/account-failures.ts'
import { accountProblems } from './account/account-problems.ts'
import { adminProblems } from './admin/admin-problems.ts'
import { analyticsProblems } from './analytics/analytics-problems.ts'
import { passkeyProblems } from './auth/passkey-problems.ts'
import { quotaProblems } from './billing/quota-problems.ts'
import { builderProblems } from './builder/builder-problems.ts'
import { connectionProblems } from './connections/connection-problems.ts'
import { oauthConnectionProblems } from './connections/oauth-problems.ts'
import { destinationProblems } from './connectors/config/destination-problems.ts'
import { enrichmentProblems } from './connectors/config/enrichment-problems.ts'
import { sourceProblems } from './connectors/config/source-problems.ts'
import { attentionProblems } from './connectors/problems/attention-problems.ts'
import { recordProblems } from './connectors/runs/record-problems.ts'
import { runProblems } from './connectors/runs/run-problems.ts'
import { cursorProblems } from './connectors/triggers/cursor-problems.ts'
import { helpProblems } from './help/help-problems.ts'
import { graphProblems } from './kit/graphql-problems.ts'
import { type Entry, entry } from './kit/problem-entry.ts'
import { settingsProblems } from './settings/settings-problems.ts'
import { configProblems } from './studio/config-problems.ts'
import { rendererProblems } from './studio/renderer-problems.ts'
import { replayProblems } from './studio/replay-problems.ts'

export const catalogue = {
  'auth/invalid-credentials': entry(401, 'Sign in failed', 'Invalid credentials'),
  'auth/sign-in-timeout': entry(0, 'Sign in failed', 'Sign in request timed out. Please try again.', true),
  'auth/token-missing': entry(401, 'Not signed in', 'Please sign in to continue.'),
  'auth/token-invalid': entry(401, 'Not signed in', 'Your sign-in is not valid. Please sign in again.'),
  'auth/token-expired': entry(401, 'Session expired', 'Your session has expired. Please sign in again.'),
  'auth/refresh-failed': entry(401, 'Session expired', 'Session refresh failed - Please log in again to continue.'),
  'auth/malformed-refresh': entry(502, 'Session expired', 'Invalid refresh response'),
  'auth/too-many-attempts': entry(429, 'Too many attempts', 'Too many attempts. Wait a minute, then try again.', true),
  'auth/not-known-any-more': entry(401, 'Not signed in', 'Authentication failed. Please sign in again.'),
  'auth/forbidden': entry(403, 'Not allowed', 'Your role does not allow this.'),
  'auth/sessions-only': entry(403, 'Not allowed', 'This action needs a signed-in person, not an API key.'),
  'access/address': entry(
    403,
    'Address not allowed',
    'Your company allows only certain IP addresses, and yours is not one of them. Ask your company administrator.',
  ),
  'auth/key-invalid': entry(
    401,
    'API key not accepted',
    'This API key is unknown, off or expired, or its owner can no longer sign in. Ask an administrator to check it under System Settings, API Keys.',
  ),
  'auth/key-address': entry(403, 'Address not allowed', "This API key can't be used from this IP address."),
  'auth/key-limit': entry(429, 'Limit reached', 'This API key has reached its call limit.', true),
  'auth/scope-missing': entry(403, 'Not allowed', 'This API key lacks the required permission.'),
  'auth/not-confirmed': entry(
    403,
    'Account not confirmed',
    'Confirm your account first. Open the link in the confirmation email, or send the email again.',
  ),
  'auth/mfa-invalid': entry(401, 'MFA verification failed', 'Invalid MFA token'),
  'auth/mfa-malformed': entry(400, 'MFA verification failed', 'Invalid MFA request'),
  'auth/mfa-timeout': entry(0, 'MFA verification failed', 'MFA verification request timed out. Please try again.', true),
  'auth/mfa-unreadable': entry(502, 'MFA verification failed', 'Invalid MFA verification response'),
  'auth/no-challenge': entry(0, 'MFA verification failed', 'No MFA challenge found'),
  'auth/challenge-over': entry(0, 'Sign in again', 'This code has expired or was tried too often. Sign in again for a new one.'),
  'auth/codes-used-up': entry(429, 'Too many codes', 'Too many codes were sent or tried. Wait a while, then try again.'),
  'auth/prove-again': entry(403, 'Confirm your identity', 'The password or the code is missing or wrong.'),
  'registration/payment-missing': entry(422, 'No payment method', 'Choose a payment method for this plan.'),
  'registration/prices-changed': entry(
    409,
    'Prices changed',
    'The prices have changed since you opened this page. Check the new prices, then create your account.',
  ),
  'registration/payment-unknown': entry(422, 'Unknown payment method', 'This payment method is not available.'),
  'registration/closed': entry(
    403,
    'Sign-up is closed',
    'Sign-up is closed here. Ask your company administrator for an invitation.',
  ),
  'password/weak': entry(422, 'Password too weak', "Your password doesn't meet the rules."),
  'password/reset-dead': entry(401, 'Link not valid', 'This link has expired or has been used. Request a new one.'),
  'confirmation/dead': entry(
    400,
    'Account Confirmation Failed',
    "We couldn't confirm your account. Please try signing in or contact support.",
  ),
  'confirmation/no-token': entry(
    0,
    'Invalid Confirmation Link',
    'No confirmation token was provided. Please check your email and try again.',
  ),
  'invitation/dead': entry(404, 'Invitation not valid', 'This invitation has expired, was cancelled or has been used.'),
  'invitation/member-already': entry(409, 'Already a member', 'Someone with this email is already a member.'),
  'invitation/elsewhere': entry(409, 'Email in use', "This email belongs to another company's account."),
  'invitation/too-many': entry(
    429,
    'Too many invitations',
    'Your company can send 100 invitations a day. Send the rest tomorrow.',
  ),
  'oauth/failed': entry(401, 'Authentication Failed', 'Authentication failed'),
  'oauth/unknown-provider': entry(404, 'Authentication Failed', 'This sign-in method is not set up.'),
  'oauth/link-dead': entry(400, 'Not connected', 'Your identity confirmation has expired. Sign in with the provider again.'),
  'oauth/linked-elsewhere': entry(409, 'Not connected', 'This identity is connected to another account.'),
  'user/not-found': entry(404, 'Not found', 'User not found'),
  'maintenance/on': entry(503, 'Maintenance', 'Datacrane is in maintenance. Only administrators can use Datacrane.', true),
  'setup/not-done': entry(409, 'Not set up', 'Datacrane is not set up yet. Open Datacrane in a browser to set it up.'),
  'setup/token-wrong': entry(
    403,
    'Wrong setup token',
    'This setup token is wrong or older than 24 hours. Restart the server to get a new one.',
  ),
  'setup/done': entry(409, 'Already set up', 'Datacrane is already set up. Sign in instead.'),

  'request/malformed': entry(400, 'Bad request', 'The request is malformed.'),
  'request/not-json': entry(400, 'Bad request', 'The request body is not valid JSON.'),
  'request/wrong-media-type': entry(415, 'Bad request', 'Send the request body as JSON (content-type: application/json).'),
  'request/too-large': entry(413, 'Too large', 'The request body is larger than 1 MB.'),
  'request/unknown-path': entry(404, 'Not found', 'Nothing found at this address.'),
  'request/wrong-method': entry(405, 'Not allowed', 'This method is not allowed here.'),
  'request/key-reused': entry(422, 'Key already used', 'This Idempotency-Key was already used for a different request.'),
  'request/interrupted': entry(
    408,
    'Interrupted',
    'File upload was interrupted. Please try again with a smaller file or a more stable connection.',
    true,
  ),
  'request/in-progress': entry(409, 'Still working', 'The same request is still in progress.', true),
  'request/rate-limited': entry(429, 'Too many requests', 'Too many requests. Wait a moment, then try again.', true),

  'connector/not-found': entry(404, 'Not found', 'Connector not found'),
  'connector/not-allowed-now': entry(409, 'Not possible now', "The connector's current status doesn't allow this."),
  'connector/stale': entry(409, 'Changed elsewhere', 'Someone saved this connector after you opened it.'),
  'connector/draft-would-be-lost': entry(
    409,
    'Changes would be lost',
    'The draft has undeployed changes, and a rollback replaces them. Deploy them first, or confirm that you want to discard them.',
  ),
  'connector/never-deployed': entry(404, 'Never deployed', 'This connector has never been deployed.'),
  'connector/mixed-versions': entry(
    409,
    'Upgrade in progress',
    'An older version of Datacrane is still running and may not support this operation or sender. Deploy again when the upgrade is finished.',
    true,
  ),
  'connector/destination-unknown': entry(
    409,
    'Destination not found',
    "This destination was removed, or it's the only destination. Nothing was changed. Reload the page.",
  ),
  'connector/invalid': entry(422, 'Not valid', 'The configuration has errors.'),
  'connector/deploy-timeout': entry(
    0,
    'Deployment is slow',
    'Deployment request timed out. The deployment may still be in progress. Please check the deployment status.',
    true,
  ),
  'connector/deploy-failed': entry(422, 'Deployment failed', 'Deployment failed. The previous version keeps running.'),
  'connector/pause-failed': entry(0, 'Pause failed', 'Pause connector failed', true),
  'connector/pause-timeout': entry(
    0,
    'Pause is slow',
    'Request timed out. The connector may be paused. Its status updates when the server responds.',
    true,
  ),
  'connector/resume-timeout': entry(
    0,
    'Resume is slow',
    'Request timed out. The connector is taking longer than expected to resume. Please try again.',
    true,
  ),
  'connector/list-failed': entry(0, 'Connectors not loaded', 'Failed to fetch dashboard connectors', true),
  'connector/delete-failed': entry(0, 'Delete failed', 'Delete connector failed', true),
  'connector/delete-timeout': entry(
    0,
    'Delete is slow',
    'Request timed out. The connector may be deleted. This page updates when the server responds.',
    true,
  ),
  'connector/create-refused': entry(401, 'Not created', 'Authentication error. Please sign out and sign in again.'),
  'connector/update-timeout': entry(
    0,
    'Update is slow',
    'Update request timed out. Please try again or check your network connection.',
    true,
  ),
  'connector/check-timeout': entry(
    0,
    'Validate config failed',
    'Request timed out. The server took too long to respond. Please try again.',
    true,
  ),
  'connector/version-not-found': entry(404, 'Not found', "This version doesn't exist."),
  ...builderProblems,
  ...configProblems,
  ...graphProblems,
  'hook/not-proved': entry(401, 'Sender not known', "The sender's signature or secret is missing or wrong."),
  'hook/closed': entry(
    409,
    'Not accepting events yet',
    'No version with a webhook trigger is live. Deploy the connector before sending events.',
  ),
  'hook/cannot-listen': entry(
    409,
    "Can't listen for a test event",
    'The draft does not start by a webhook. Select Webhook in the Profile step, then listen.',
  ),
  'hook/full': entry(
    429,
    'Too many events wait',
    'Too many events are waiting for this connector. Send the event again later.',
    true,
  ),
  'mapping-rule/not-found': entry(404, 'Not found', 'Mapping rule not found'),
  'mapping-rule/list-failed': entry(0, 'Mapping rules not loaded', 'Get mapping rules failed', true),
  'mapping-rule/save-failed': entry(0, 'Mapping rule not saved', 'Save mapping rule failed', true),
  'mapping-rule/delete-failed': entry(0, 'Mapping rule not deleted', 'Delete mapping rule failed', true),
  ...attentionProblems,
  ...runProblems,
  ...analyticsProblems,
  ...rendererProblems,
  ...cursorProblems,
  ...quotaProblems,
  ...recordProblems,
  ...replayProblems,
  ...connectionProblems,
  ...oauthConnectionProblems,
  ...settingsProblems,
  ...accountProblems,
  ...passkeyProblems,
  ...accountFailures,
  ...helpProblems,
  ...adminProblems,
  'transaction/not-found': entry(404, 'Not found', 'Transaction not found'),
  'transaction/malformed-page': entry(502, 'Bad response', 'Invalid API response data - transactions array missing'),

  ...sourceProblems,
  ...destinationProblems,
  ...enrichmentProblems,
  'mapping/failed': entry(422, 'Mapping failed', "A value doesn't fit the field it is mapped to."),
  'mapping/check-timeout': entry(
    0,
    'Validation Failed',
    'Request timed out. The server might be busy or the data mapping is complex. Please try again.',
    true,
  ),
  'probe/not-available': entry(422, "Can't be tested", "This kind of system can't be tested without writing to it."),
  'mapping/empty': entry(
    422,
    'Nothing to deliver',
    'The record contains none of the mapped fields, so there is nothing to deliver.',
  ),
  'mapping/path-absent': entry(422, 'Path not found', 'None of the records in this run contained a mapped field.'),
  'run/nothing-delivered': entry(502, 'Nothing delivered', 'No records were delivered. Open a record to see why.'),
  'run/crash-loop': entry(
    500,
    'Stopped repeatedly',
    "Four records of this run each stopped the process three times. The run won't be retried. Check the mapping of the records that were left out.",
  ),
  'destination/outcome-unknown': entry(
    504,
    'Outcome unknown',
    "The destination may have received the record. We don't send it again automatically.",
  ),
  'destination/divided': entry(
    502,
    'Sent in another delivery',
    'Not sent automatically. Another delivery contained its records.',
  ),
  'run/outcome-unknown': entry(504, 'Outcome unknown', "Some records may have arrived. We don't send them again automatically."),

  'server/unavailable': entry(503, 'Not available', 'The server is unavailable. Try again in a moment.', true),
  'net/unreachable': entry(
    0,
    'No connection',
    'Network error occurred. Please check your internet connection and try again.',
    true,
  ),
  'net/timeout': entry(0, 'No response', 'Request timed out. The server took too long to respond. Please try again.', true),
  'net/malformed-reply': entry(0, 'Bad response', "The server's response could not be read."),
  'bug/unexpected': entry(500, 'Something went wrong', 'Something went wrong on our side.'),
} as const satisfies Record<string, Entry>
