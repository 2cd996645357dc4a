import { useSelector } from '@xstate/react'
import styled from 'styled-components'

import type { Profile } from '#contract/account/profile.ts'
import { jobTitleMax, phoneMax } from '#contract/account/profile-limits.ts'
import { personLanguages, personTimeZones } from '#contract/kit/locales.ts'
import { selectCanChange, selectDraft, selectProblem } from '#src/machines/kit/settings-section.machine.ts'
import { faultAt } from '../../../machines/kit/field-fault.ts'
import type { SettingsSectionActor } from '../../../machines/kit/settings-section.machine.ts'
import { narrow, space } from '../../../theme/theme.ts'
import { Field } from '../../kit/controls/Field.tsx'
import { Select } from '../../kit/controls/Select.tsx'
import { SettingsCard } from '../../kit/layout/SettingsCard.tsx'
import { profileMessages as messages } from './profile.messages.ts'

const zones = { '': messages.likeCompany, ...personTimeZones }
const languages = { '': messages.likeCompany, ...personLanguages }

type Written = 'firstName' | 'lastName' | 'phone' | 'jobTitle'

type FormProps = {
  readonly actor: SettingsSectionActor
  readonly isPhone: (typed: string) => boolean
}

/** The profile while it is changed. */
export function ProfileForm({ actor, isPhone }: FormProps) {
  const draft = useSelector(actor, selectDraft<Profile>)
  const problem = useSelector(actor, selectProblem)
  const canChange = useSelector(actor, selectCanChange)
  const change = (it: Partial<Profile>) => actor.send({ type: 'user.changed', change: it })
  const faultOf = (name: Written, isRequired: boolean) => {
    if (isRequired && draft[name].trim() === '') return messages.required
    return name === 'phone' && !isPhone(draft.phone) ? messages.phoneForm : undefined
  }
  const field = (name: Written, more: { readonly isRequired?: boolean; readonly hint?: string; readonly maxLength?: number }) => (
    <Field
      label={messages.fields[name]}
      value={draft[name]}
      isBlocked={!canChange}
      error={faultOf(name, more.isRequired === true) ?? faultAt(problem, `/${name}`)}
      onWrite={(text) => change({ [name]: text.slice(0, more.maxLength) })}
      {...(more.isRequired ? { isRequired: true } : {})}
      {...(more.hint === undefined ? {} : { hint: more.hint })}
    />
  )
  return (
    <>
      <SettingsCard title={messages.person.title} sub={messages.person.sub}>
        <Pairs>
          {field('firstName', { isRequired: true, maxLength: nameMax })}
          {field('lastName', { isRequired: true, maxLength: nameMax })}
          <Field
            label={messages.fields.email}
            value={draft.email}
            isBlocked
            hint={messages.emailFixed}
            onWrite={() => undefined}
          />
          {field('phone', { hint: messages.phoneHint, maxLength: phoneMax })}
          {field('jobTitle', { maxLength: jobTitleMax })}
          <Field
            label={messages.fields.company}
            value={draft.company}
            isBlocked
            hint={messages.companyHint}
            onWrite={() => undefined}
          />
        </Pairs>
      </SettingsCard>
      <SettingsCard title={messages.formats.title} sub={messages.formats.sub}>
        <Pairs>
          <Select
            label={messages.fields.timezone}
            options={zones}
            value={draft.timezone}
            isBlocked={!canChange}
            onChoose={(timezone) => change({ timezone })}
          />
          <Select
            label={messages.fields.language}
            options={languages}
            value={draft.language}
            isBlocked={!canChange}
            hint={messages.languageHint}
            onChoose={(language) => change({ language })}
          />
        </Pairs>
      </SettingsCard>
    </>
  )
}

const nameMax = 100

const Pairs = styled.div`
  display: grid;
  grid-template-columns: repeat(2, minmax(0, 1fr));
  align-items: start;
  gap: ${space[16]};

  ${narrow} {
    grid-template-columns: minmax(0, 1fr);
  }
`
