import type { ReactNode } from 'react'
import styled from 'styled-components'

import type { Profile } from '#contract/account/profile.ts'
import { personLanguages, personTimeZones } from '#contract/kit/locales.ts'
import { color, font, narrow, space } from '../../../theme/theme.ts'
import { StatusPill } from '../../kit/feedback/StatusPill.tsx'
import { SettingsCard } from '../../kit/layout/SettingsCard.tsx'
import { profileMessages as messages } from './profile.messages.ts'

type FactsProps = {
  readonly profile: Profile
  /** Beside a number that is not verified. */
  readonly verify?: ReactNode
}

/** The profile as it is saved. */
export function ProfileFacts({ profile, verify }: FactsProps) {
  const { firstName, lastName, email, phone, phoneVerified, jobTitle, company, timezone, language } = profile
  const status = phoneVerified
    ? { look: 'good' as const, word: messages.verified }
    : { look: 'late' as const, word: messages.unverified }
  return (
    <>
      <SettingsCard title={messages.person.title} sub={messages.person.sub}>
        <Facts>
          <Fact name={messages.fields.firstName}>{firstName}</Fact>
          <Fact name={messages.fields.lastName}>{lastName}</Fact>
          <Fact name={messages.fields.email}>{email}</Fact>
          <Fact name={messages.fields.phone}>
            {phone === '' ? (
              messages.notSet
            ) : (
              <Line>
                {phone} <StatusPill {...status} />
              </Line>
            )}
            {phoneVerified ? null : verify}
          </Fact>
          <Fact name={messages.fields.jobTitle}>{jobTitle || messages.notSet}</Fact>
          <Fact name={messages.fields.company}>{company}</Fact>
        </Facts>
      </SettingsCard>
      <SettingsCard title={messages.formats.title} sub={messages.formats.sub}>
        <Facts>
          <Fact name={messages.fields.timezone}>{timezone === '' ? messages.likeCompany : personTimeZones[timezone]}</Fact>
          <Fact name={messages.fields.language}>{language === '' ? messages.likeCompany : personLanguages[language]}</Fact>
        </Facts>
      </SettingsCard>
    </>
  )
}

function Fact({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}

const Facts = styled.dl`
  display: grid;
  grid-template-columns: repeat(2, minmax(0, 1fr));
  gap: ${space[16]};
  margin: 0;

  & dt {
    color: ${color['text.muted']};
    font: ${font.dense};
  }

  & dd {
    overflow-wrap: anywhere;
  }

  ${narrow} {
    grid-template-columns: minmax(0, 1fr);
  }
`

const Line = styled.span`
  display: inline-flex;
  flex-wrap: wrap;
  align-items: center;
  gap: ${space[8]};
`
