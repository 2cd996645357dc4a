/** Everything that is kept of a person, as it is handed to them: no password, no secret, no code. */
import { type Kysely, sql } from 'kysely'
import type { Tables } from '#server/platform/database/tables/tables.ts'
import { dataUrlOf } from '#server/platform/security/image-check.ts'
import { listIdentities } from '../../auth/sign-in/identities.repository.ts'
import { findPreferences } from '../../kit/notification-preferences.repository.ts'
import { findProfile } from '../profile.repository.ts'
import type { UserKey } from './own-data.repository.ts'

type Db = Kysely<Tables>

/** Rows of one kind, the newest ones; a person with more has those. */
const rowsMax = 10_000

const sessionsOf = (db: Db, { companyId, userId }: UserKey) =>
  db
    .selectFrom('sessions')
    .select(['created_at as startedAt', 'last_used_at as lastUsedAt', 'ended_at as endedAt', 'end_reason as endReason'])
    .select(['ip_address as ipAddress', 'user_agent as userAgent', 'device', 'browser', 'provider'])
    .where('user_id', '=', userId)
    .where('company_id', '=', companyId)
    .orderBy('created_at', 'desc')
    .limit(rowsMax)
    .execute()

const signInsOf = (db: Db, { companyId, userId }: UserKey) =>
  db
    .selectFrom('login_audit')
    .select(['at', 'success', 'failure_reason as failureReason', 'email', 'ip_address as ipAddress'])
    .select(['user_agent as userAgent', 'device', 'browser'])
    .where('user_id', '=', userId)
    .where('company_id', '=', companyId)
    .orderBy('id', 'desc')
    .limit(rowsMax)
    .execute()

const notificationsOf = (db: Db, { companyId, userId }: UserKey) =>
  db
    .selectFrom('messages')
    .select(['channel', 'recipient', 'subject', 'summary', 'category', 'status', 'created_at as sentAt', 'read_at as readAt'])
    .where('user_id', '=', userId)
    .where('company_id', '=', companyId)
    .orderBy('created_at', 'desc')
    .limit(rowsMax)
    .execute()

const invitationsOf = (db: Db, { companyId, userId }: UserKey) =>
  db
    .selectFrom('invitations')
    .select(['email', 'role', 'status', 'created_at as sentAt', 'expires_at as expiresAt'])
    .where('invited_by', '=', userId)
    .where('company_id', '=', companyId)
    .orderBy('created_at', 'desc')
    .limit(rowsMax)
    .execute()

const keysOf = (db: Db, { companyId, userId }: UserKey) =>
  db
    .selectFrom('api_keys')
    .select(['name', 'description', 'prefix', 'enabled', 'scopes', 'created_at as createdAt', 'expires_at as expiresAt'])
    .select(['last_used_at as lastUsedAt', 'last_used_from as lastUsedFrom'])
    .where('owner_id', '=', userId)
    .where('company_id', '=', companyId)
    .orderBy('created_at', 'desc')
    .execute()

const connectorsOf = (db: Db, { companyId, userId }: UserKey) =>
  db
    .selectFrom('connectors')
    .select(['id', 'name', 'status', 'created_at as createdAt'])
    .where('owner_id', '=', userId)
    .where('company_id', '=', companyId)
    .where('deleted_at', 'is', null)
    .orderBy('created_at', 'desc')
    .execute()

const changesOf = (db: Db, { companyId, userId }: UserKey) =>
  db
    .selectFrom('audit_events')
    .select(['at', 'action', 'address', 'target_type as targetType', 'target_id as targetId'])
    .where('company_id', '=', companyId)
    .where('actor_id', '=', userId)
    .orderBy('seq', 'desc')
    .limit(rowsMax)
    .execute()

const passkeysOf = (db: Db, { userId, companyId }: UserKey) =>
  db
    .selectFrom('passkeys')
    .select(['name', 'created_at as createdAt', 'last_used_at as lastUsedAt'])
    .where('user_id', '=', userId)
    .where('company_id', '=', companyId)
    .orderBy('created_at')
    .execute()

const requestsOf = (db: Db, { userId, companyId }: UserKey) =>
  db
    .selectFrom('support_requests')
    .select(['subject', 'body', 'status', 'answer', 'created_at as createdAt', 'answered_at as answeredAt'])
    .where('user_id', '=', userId)
    .where('company_id', '=', companyId)
    .orderBy('created_at', 'desc')
    .limit(rowsMax)
    .execute()

const chatsOf = (db: Db, { userId, companyId }: UserKey) =>
  db
    .selectFrom('assistant_messages as m')
    .innerJoin('assistant_conversations as c', 'c.id', 'm.conversation_id')
    .select(['c.title', 'm.role', 'm.content', 'm.created_at as createdAt'])
    .where('m.user_id', '=', userId)
    .where('m.company_id', '=', companyId)
    .orderBy('m.created_at', 'desc')
    .limit(rowsMax)
    .execute()

const opinionsOf = (db: Db, { userId, companyId }: UserKey) =>
  db
    .selectFrom('help_answers')
    .select(['article', 'is_helpful as isHelpful', 'at'])
    .where('user_id', '=', userId)
    .where('company_id', '=', companyId)
    .orderBy('at', 'desc')
    .limit(rowsMax)
    .execute()

/** Null where there is no such person. */
export async function readOwnData(db: Db, whose: UserKey): Promise<Readonly<Record<string, unknown>> | null> {
  const found = await findProfile(db, whose)
  if (!found) return null
  const { photo, revision: _, ...profile } = found
  const member = await db
    .selectFrom('users')
    .select(['role', 'created_at as memberSince', 'password_changed_at as passwordChangedAt'])
    .where('id', '=', whose.userId)
    .where('company_id', '=', whose.companyId)
    .executeTakeFirst()
  const factor = await db
    .selectFrom('mfa_factors')
    .select(['method', 'enabled_at as enabledAt'])
    .where('user_id', '=', whose.userId)
    .where('company_id', '=', whose.companyId)
    .where('enabled_at', 'is not', null)
    .executeTakeFirst()
  const { now } = await sql<{ now: Date }>`select now() as now`.execute(db).then(({ rows }) => rows[0] ?? { now: new Date() })
  return {
    ...{ format: 'datacrane-own-data/1', madeAt: now },
    profile: { ...profile, ...member, photo: photo && dataUrlOf(photo) },
    secondFactor: factor ?? null,
    passkeys: await passkeysOf(db, whose),
    connectedIdentities: await listIdentities(db, whose),
    sessions: await sessionsOf(db, whose),
    loginHistory: await signInsOf(db, whose),
    notificationPreferences: (await findPreferences(db, whose)).value,
    notifications: await notificationsOf(db, whose),
    invitationsSent: await invitationsOf(db, whose),
    apiKeys: await keysOf(db, whose),
    connectors: await connectorsOf(db, whose),
    changes: await changesOf(db, whose),
    supportRequests: await requestsOf(db, whose),
    assistantChats: await chatsOf(db, whose),
    articleOpinions: await opinionsOf(db, whose),
  }
}
