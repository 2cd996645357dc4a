/** What a person says of themselves. `worklist.md` B-3. */
import Type, { type Static } from 'typebox'
import { endpoint, everyRole } from '../kit/endpoint.ts'
import { ImageUrl } from '../kit/files/image.ts'
import { personLanguages, personTimeZones } from '../kit/locales.ts'
import { Count, closed, Email, Id, Name, oneOf, orNull, readOnlyMembers } from '../kit/schemas.ts'
import { jobTitleMax, phoneMax } from './profile-limits.ts'

type Key<T> = Extract<keyof T, string>
const timeZones = Object.keys(personTimeZones) as Key<typeof personTimeZones>[]
const languages = Object.keys(personLanguages) as Key<typeof personLanguages>[]

/** '': nothing was chosen, and the company's holds. */
const chosen = {
  jobTitle: Type.String({ maxLength: jobTitleMax }),
  timezone: oneOf('', ...timeZones),
  language: oneOf('', ...languages),
}

export const Profile = Type.Object({
  firstName: Type.String(),
  lastName: Type.String(),
  email: Type.String(),
  /** In the form of E.164; '' where there is none. */
  phone: Type.String(),
  phoneVerified: Type.Boolean(),
  /** A picture as a data URL. */
  avatarUrl: orNull(Type.String()),
  company: Type.String(),
  ...chosen,
  revision: Count,
})
export type Profile = Static<typeof Profile>

export const ProfileChange = closed({
  firstName: Name,
  lastName: Name,
  /** May be sent back; another one is refused. */
  email: Type.Optional(Email),
  /** With its country code; '' removes it. A new one is unverified, and takes the place of a verified one once its code was right. */
  phone: Type.String({ maxLength: phoneMax }),
  ...chosen,
  /** The revision that was read; without it the profile is saved whatever it is now. */
  revision: Type.Optional(Count),
  ...readOnlyMembers('phoneVerified', 'avatarUrl', 'company'),
})
export type ProfileChange = Static<typeof ProfileChange>

const userParams = closed({ userId: Id })

export const profileEndpoints = {
  get: endpoint({
    method: 'GET',
    path: '/api/users/:userId/profile',
    summary: "Get your profile. Administrators can also get a member's profile",
    access: everyRole,
    scope: 'users:read',
    params: userParams,
    status: 200,
    reply: Profile,
  }),
  set: endpoint({
    method: 'PUT',
    path: '/api/users/:userId/profile',
    summary: 'Save your own profile. With the revision you read, returns 409 if it has changed since',
    access: everyRole,
    scope: 'session',
    audit: 'profile.changed',
    params: userParams,
    body: ProfileChange,
    status: 200,
    reply: Profile,
  }),
  setPhoto: endpoint({
    method: 'PUT',
    path: '/api/users/:userId/photo',
    summary: 'Set your photo. Send it cropped to a square',
    access: everyRole,
    scope: 'session',
    audit: 'photo.changed',
    params: userParams,
    body: closed({ photo: ImageUrl }),
    status: 200,
    reply: Type.Object({ avatarUrl: Type.String() }),
  }),
  removePhoto: endpoint({
    method: 'DELETE',
    path: '/api/users/:userId/photo',
    summary: 'Remove your photo',
    access: everyRole,
    scope: 'session',
    audit: 'photo.removed',
    params: userParams,
    status: 200,
    reply: Type.Object({ success: Type.Literal(true) }),
  }),
} as const
