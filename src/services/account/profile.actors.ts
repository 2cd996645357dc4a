import type { Profile, ProfileChange } from '#contract/account/profile.ts'
import { photoLimits } from '#contract/kit/image-limits.ts'
import type { Section, SectionValue } from '../../machines/kit/settings-section.machine.ts'
import { tellLookChanged } from '../auth/look-changes.ts'
import type { Access } from '../kit/api-client.ts'
import { pictureOf } from '../kit/picture.actors.ts'
import { openedSection, sectionOf } from '../kit/settings-section.actors.ts'
import { givePhoto, readProfile, saveProfile } from './profile.service.ts'

type Whose = { readonly access: Access; readonly userId: string }

const nameOf = (userId: string) => `profile:${userId}`
const sectionIn = ({ revision, ...value }: Profile): Section => ({ value, revision })

/** What of a draft is sent. */
function changeOf({ value, revision }: Section): ProfileChange {
  const { firstName, lastName, phone, jobTitle, timezone, language } = value as Profile
  return { firstName, lastName, phone, jobTitle, timezone, language, revision }
}

const isNamed = ({ firstName, lastName }: SectionValue) => String(firstName).trim() !== '' && String(lastName).trim() !== ''

export const profileMachine = ({ access, userId }: Whose, announce: () => void) =>
  sectionOf({
    name: nameOf(userId),
    read: async (signal) => sectionIn(await readProfile(access, userId, signal)),
    save: async (section, signal) => sectionIn(await saveProfile(access, userId, changeOf(section), signal)),
    isValid: isNamed,
    announce: () => {
      announce()
      tellLookChanged()
    },
  })

export const openedProfile = (userId: string) => openedSection(nameOf(userId), true)

export const photoMachine = ({ access, userId }: Whose) =>
  pictureOf({ limits: photoLimits, give: (photo, signal) => givePhoto(access, userId, photo, signal) })
