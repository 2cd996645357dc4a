/** The section IP Whitelisting: from which addresses people and API keys of a company may come. `worklist.md` C-3. */
import Type, { type Static } from 'typebox'
import { endpoint } from '../kit/endpoint.ts'
import { Count, closed, Id, Instant, orNull, PageNumber, pageOf, readOnlyMembers } from '../kit/schemas.ts'
import { ipWhitelistLimits } from './ip-whitelist-limits.ts'

const chosen = {
  ipAddress: Type.String({ minLength: 1, maxLength: 64 }),
  /** Empty, or `/` with the length of the network's prefix. */
  subnet: Type.String({ maxLength: 4 }),
  description: Type.String({ maxLength: ipWhitelistLimits.descriptionMax }),
  enabled: Type.Boolean(),
}
/** As it is sent: a single address without a subnet, and a description where there is one. */
export const sentAddress = {
  ...chosen,
  subnet: Type.Optional(chosen.subnet),
  description: Type.Optional(chosen.description),
}
/** What a person enters for one address or network. */
export const AllowedIpForm = closed({ ...sentAddress, ...readOnlyMembers('createdAt') })
export type AllowedIpForm = Static<typeof AllowedIpForm>

export const AllowedIp = closed({ id: Id, ...chosen, createdAt: Instant })
export type AllowedIp = Static<typeof AllowedIp>

export const IpWhitelisting = closed({
  enabled: Type.Boolean(),
  /** Off: other addresses are recorded, and not refused. */
  blockUnknownIPs: Type.Boolean(),
  /** On: webhook events from other addresses are treated like other calls. Off: they are accepted from every address. */
  includeHooks: Type.Boolean(),
  /** Whether administrators get an email, at most one an hour and address. */
  notifyOnBlocked: Type.Boolean(),
  allowedIPs: Type.Array(AllowedIp, { maxItems: ipWhitelistLimits.entries }),
})
export type IpWhitelisting = Static<typeof IpWhitelisting>

export const AddressCheck = Type.Object({
  address: Type.String(),
  /** Whether it is the address of this call. */
  isOwn: Type.Boolean(),
  /** Whether the list as it is saved lets it in. */
  isAllowed: Type.Boolean(),
  /** The entry that lets it in. */
  entryId: orNull(Id),
})
export type AddressCheck = Static<typeof AddressCheck>

export const BlockedAddress = Type.Object({
  address: Type.String(),
  calls: Count,
  firstAt: Instant,
  lastAt: Instant,
  /** Whether the last call was refused, or recorded only. */
  wasRefused: Type.Boolean(),
  /** Who called last; null of somebody who was removed for good. */
  lastBy: orNull(Type.String()),
  /** Whether the last call was a webhook event: then no person called. */
  isEvent: Type.Boolean(),
})
export type BlockedAddress = Static<typeof BlockedAddress>

const administrators = { access: ['SUPER_ADMIN', 'ADMIN'], forbidden: 'settings/forbidden' } as const

export const ipWhitelistEndpoints = {
  check: endpoint({
    ...administrators,
    method: 'GET',
    path: '/api/system-settings/address-check',
    summary: "Check whether an IP address is allowed. Defaults to the caller's address",
    scope: 'settings:read',
    query: closed({ address: Type.Optional(Type.String({ maxLength: 64 })) }),
    status: 200,
    reply: AddressCheck,
  }),
  blocked: endpoint({
    ...administrators,
    method: 'GET',
    path: '/api/system-settings/blocked-addresses',
    summary: 'List unlisted IP addresses of the last 30 days, newest first',
    scope: 'settings:read',
    query: closed({ page: Type.Optional(PageNumber), limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 100 })) }),
    status: 200,
    reply: pageOf(BlockedAddress),
  }),
} as const
