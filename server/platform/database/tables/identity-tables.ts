/** The rows of who people are, as `tables.ts` has the others. */
import type { ColumnType, Generated } from 'kysely'
import type { Channel, Message } from '#contract/admin/outbox.ts'
import type { ChallengeState } from '#contract/auth/challenge.lifecycle.ts'
import type { InvitationState } from '#contract/auth/invitation.lifecycle.ts'
import type { MfaMethod } from '#contract/auth/mfa.ts'
import type { ProductTier } from '#contract/auth/registration.ts'
import type { Role } from '#contract/kit/endpoint.ts'
import type { NotificationCategory, NotificationPreference } from '#contract/kit/notification.ts'
import type { Picture } from '../../security/image-check.ts'
import type { CompanyStatusColumns } from './admin-tables.ts'

type Time = ColumnType<Date, Date | string, Date | string>
type Now = ColumnType<Date, Date | string | undefined, Date | string>

export type IdentityTables = {
  companies: CompanyStatusColumns & {
    id: string
    name: string
    workspace_name: string
    product_tier: Generated<ProductTier>
    requested_tier: ProductTier | null
    requested_at: Date | null
    /** Of the price book that the company agreed to. */
    price_version: Generated<number>
    tax_name: Generated<string>
    tax_rate: Generated<number>
    payment_method_id: string | null
    maintenance_message: string | null
    session_idle_minutes: number | null
    session_max_minutes: number | null
    session_single: Generated<boolean>
    maintenance_since: Time | null
    maintenance_by: string | null
    window_from: Time | null
    window_until: Time | null
    window_message: string | null
    window_begun: Generated<boolean>
    created_at: Now
  }
  company_settings: {
    company_id: string
    section: string
    revision: Generated<number>
    /** Written as JSON text, read back parsed. */
    value: ColumnType<unknown, string, string>
    updated_by: string | null
    updated_at: Now
  }
  password_history: { id: Generated<string>; company_id: string; user_id: string; hash: string; replaced_at: Now }
  company_logos: { company_id: string; media_type: Picture['mediaType']; bytes: Buffer }
  users: {
    id: string
    company_id: string
    email: string
    first_name: string
    last_name: string
    role: Role
    password_hash: string
    confirmed: Generated<boolean>
    active: Generated<boolean>
    phone: string | null
    phone_verified: Generated<boolean>
    password_changed_at: Time | null
    job_title: Generated<string>
    time_zone: string | null
    language: string | null
    pending_phone: string | null
    profile_revision: Generated<number>
    updated_at: Now
    removed_at: Time | null
    anonymized_at: Time | null
    created_at: Now
  }
  user_photos: { user_id: string; company_id: string; media_type: Picture['mediaType']; bytes: Buffer }
  sessions: {
    id: string
    company_id: string
    user_id: string
    created_at: Now
    last_used_at: Now
    expires_at: Time
    ended_at: Time | null
    end_reason: string | null
    ip_address: string | null
    user_agent: string | null
    device: string | null
    browser: string | null
    provider: string | null
    role: Role | null
  }
  refresh_tokens: {
    hash: string
    session_id: string
    company_id: string
    issued_at: Now
    expires_at: Time
    used_at: Time | null
  }
  one_time_tokens: {
    hash: string
    kind: 'confirm' | 'reset'
    company_id: string
    user_id: string
    created_at: Now
    expires_at: Time
    used_at: Time | null
  }
  invitations: {
    id: string
    company_id: string
    email: string
    role: 'ADMIN' | 'USER'
    token_hash: string
    status: InvitationState
    status_since: Now
    invited_by: string
    expires_at: Time
    created_at: Now
  }
  identities: {
    id: Generated<string>
    issuer: string
    subject: string
    company_id: string
    user_id: string
    provider: string
    created_at: Now
  }
  provider_visits: {
    hash: string
    kind: 'state' | 'ticket' | 'assertion'
    provider: string
    key_id: string
    ciphertext: string
    expires_at: Time
    used_at: Time | null
  }
  mfa_factors: {
    user_id: string
    company_id: string
    method: MfaMethod
    key_id: string | null
    ciphertext: string | null
    /** A `bigint` comes as text. */
    last_step: ColumnType<string, number | undefined, number>
    enabled_at: Time | null
    created_at: Now
  }
  recovery_codes: {
    user_id: string
    company_id: string
    hash: string
    position: Generated<number>
    key_id: string | null
    ciphertext: string | null
    used_at: Time | null
  }
  mfa_challenges: {
    id: string
    company_id: string
    user_id: string
    purpose: 'sign-in' | 'enable' | 'phone' | 'prove'
    method: MfaMethod
    target: string | null
    code_hash: string | null
    tries: Generated<number>
    status: Generated<ChallengeState>
    status_since: Now
    provider: string | null
    sent_at: Time | null
    expires_at: Time
    created_at: Now
  }
  passkeys: {
    id: string
    company_id: string
    user_id: string
    /** In base64url, as browsers write it. */
    credential_id: string
    public_key: Buffer
    /** A `bigint` comes as text. */
    counter: ColumnType<string, number, number>
    name: string
    transports: string[]
    is_synced: boolean
    created_at: Now
    last_used_at: ColumnType<Date | null, Date | undefined, Date>
  }
  passkey_challenges: {
    id: string
    company_id: string | null
    user_id: string | null
    purpose: 'add' | 'sign-in' | 'second'
    mfa_challenge_id: string | null
    challenge: string
    expires_at: Time
    used_at: ColumnType<Date | null, Date | undefined, Date>
    created_at: Now
  }
  mfa_locks: {
    user_id: string
    company_id: string
    failures: Generated<number>
    last_failure_at: Now
    locks: Generated<number>
    locked_until: Time | null
  }
  login_audit: {
    id: Generated<string>
    company_id: string | null
    user_id: string | null
    email: string
    success: boolean
    failure_reason: string | null
    at: Now
    ip_address: string
    user_agent: string | null
    device: string | null
    browser: string | null
    previous_hash: string
    hash: string
  }
  sign_in_tries: { account: string; source: string; failures: number; last_at: Now; blocked_until: Time | null }
  setup_tokens: { hash: string; created_at: Now; expires_at: Time }
  login_audit_heads: { chain: string; hash: string; length: number }
  messages: {
    id: string
    company_id: string | null
    channel: Channel
    recipient: string
    subject: string
    body: string
    status: Message['status']
    status_since: Now
    attempts: Generated<number>
    next_attempt_at: Now
    lease_until: Time | null
    error: string | null
    user_id: string | null
    category: NotificationCategory | null
    summary: string | null
    read_at: Time | null
    by_company: Generated<boolean>
    company_refusal: string | null
    created_at: Now
  }
  company_mail: {
    company_id: string
    accepted_at: Time | null
    refused_at: Time | null
    refusal: string | null
    tests: Generated<Date[]>
  }
  notification_preferences: {
    user_id: string
    company_id: string
    /** Written as JSON text, read back parsed. */
    value: ColumnType<NotificationPreference[], string, string>
    updated_at: Now
    revision: Generated<number>
  }
}
