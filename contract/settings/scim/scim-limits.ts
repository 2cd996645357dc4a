/** Limits of provisioning by SCIM 2.0 (RFC 7643, RFC 7644). */

/** Where the SCIM service is, after the address of the installation. */
export const scimPath = '/scim/v2'

/** What a token begins with; 64 hexadecimal digits follow. */
export const scimTokenStart = 'dcs_'
/** Characters of a token that are kept and shown. */
export const scimTokenShown = 12

export const scimLimits = {
  /** Hours that the token before a replacement still works. */
  overlapHours: 24,
  /** Resources of one page. */
  pageMax: 200,
  pageDefault: 100,
  /** Characters of a filter, and of a path of PATCH. */
  filterMax: 500,
  /** Operations of one PATCH. */
  operationsMax: 100,
  groupsMax: 500,
  membersMax: 10_000,
  /** Bytes of one request. */
  bodyMax: 1_048_576,
  /** Calls a minute and company. */
  callsPerMinute: 1_200,
} as const
