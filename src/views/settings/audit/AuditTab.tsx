import { useSelector } from '@xstate/react'
import { useMemo } from 'react'
import styled from 'styled-components'

import { type AuditAction, auditActions } from '#contract/kit/audit-actions.ts'
import { selectPage } from '#src/machines/kit/list.machine.ts'
import { useAccess } from '#src/views/kit/actors/use-access.ts'
import {
  auditCheckMachine,
  auditFileMachine,
  auditListMachine,
  auditPeopleMachine,
} from '../../../services/settings/audit.actors.ts'
import { space } from '../../../theme/theme.ts'
import { useMachine } from '../../kit/actors/use-machine.ts'
import { Field } from '../../kit/controls/Field.tsx'
import { Select } from '../../kit/controls/Select.tsx'
import { SearchBox } from '../../kit/controls/search-box.ts'
import { ChainState } from '../../kit/feedback/ChainState.tsx'
import { midnight } from '../../kit/format/midnight.ts'
import { PageFrame } from '../../kit/layout/PageFrame.tsx'
import { usePlace } from '../../kit/use-place.ts'
import { settingsPageMessages } from '../settings.messages.ts'
import type { SettingsTabProps } from '../settings-tab.ts'
import { AuditTable } from './AuditTable.tsx'
import { auditMessages as messages } from './audit.messages.ts'

type Person = { readonly id: string; readonly name: string }

/** By name: the catalogue is sorted by code. */
const byName = Object.entries(auditActions).toSorted(([, one], [, other]) => one.localeCompare(other, 'en'))
const actions = { '': messages.anything, ...Object.fromEntries(byName) } as Readonly<Record<AuditAction | '', string>>
const isAction = (text: string): text is AuditAction => text in auditActions

type Filter = {
  readonly what: AuditAction | ''
  /** The id of a person. */
  readonly who: string
  readonly search: string
  readonly from: string
  readonly to: string
}

const noFilter = { what: null, who: null, search: null, from: null, to: null } as const

/** What people, API keys and the product changed in the company; the filters stand in the address. */
export function AuditTab({ title }: SettingsTabProps) {
  const access = useAccess()
  const { read, page, move } = usePlace()
  const what = read('what') ?? ''
  const filter: Filter = {
    ...{ what: isAction(what) ? what : '', who: read('who') ?? '', search: read('search') ?? '' },
    ...{ from: read('from') ?? '', to: read('to') ?? '' },
  }
  const people = useMachine(() => auditPeopleMachine(access), [access], { query: {} })
  const known = (useSelector(people, selectPage<Person>)?.items ?? []).map(({ id, name }) => [id, name] as const)
  const persons = { '': messages.anyone, ...Object.fromEntries(known) }
  const check = useMachine(() => auditCheckMachine(access), [access], { query: {} })
  const choose = (change: Partial<Filter>, isTyped: boolean) => move({ ...change, page: null, open: null }, isTyped)
  return (
    <PageFrame title={title} where={settingsPageMessages.page} sub={messages.sub}>
      <ChainState actor={check} of={messages.name} />
      <Search
        type="search"
        aria-label={messages.search}
        placeholder={messages.search}
        value={filter.search}
        onChange={({ target }) => choose({ search: target.value }, true)}
      />
      <Filters>
        <Select label={messages.what} options={actions} value={filter.what} onChoose={(it) => choose({ what: it }, false)} />
        <Select
          label={messages.person}
          options={persons}
          value={filter.who in persons ? filter.who : ''}
          onChoose={(who) => choose({ who }, false)}
        />
        <Field label={messages.from} type="date" value={filter.from} onWrite={(from) => choose({ from }, true)} />
        <Field label={messages.to} type="date" value={filter.to} onWrite={(to) => choose({ to }, true)} />
      </Filters>
      <Changes key={JSON.stringify([page, filter])} filter={filter} />
    </PageFrame>
  )
}

function Changes({ filter }: { readonly filter: Filter }) {
  const access = useAccess()
  const { read, page, move } = usePlace()
  const [list, file] = useMemo(() => [auditListMachine(access), auditFileMachine(access)] as const, [access])
  const query = {
    ...{ what: filter.what || undefined, actor: filter.who || undefined, search: filter.search.trim() || undefined },
    from: midnight(filter.from, 0),
    to: midnight(filter.to, 1),
  }
  const actor = useMachine(() => list, [list], { query: { ...query, page } })
  const download = useMachine(() => file, [file], query)
  const openId = read('open')
  const isFiltered = Object.values(filter).some((value) => value.trim() !== '')
  return (
    <AuditTable
      actor={actor}
      file={download}
      page={page}
      openId={openId}
      onClear={isFiltered ? () => move({ ...noFilter, page: null, open: null }) : null}
      onPage={(it) => move({ page: String(it), open: null })}
      onOpen={(id) => move({ open: id === openId ? null : id })}
    />
  )
}

const Filters = styled.div`
  display: grid;
  grid-template-columns: repeat(auto-fill, minmax(9rem, 1fr));
  align-items: end;
  gap: ${space[8]};
  width: min(44rem, 100%);
`

const Search = styled(SearchBox)`
  flex: none;
  width: min(20rem, 100%);
`
