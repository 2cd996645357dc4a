import styled from 'styled-components'
import { overviewSorts } from '#contract/connectors/list/connector-overview.ts'
import type { OverviewActor } from '#src/machines/connectors/list/overview.machine.ts'
import { narrow } from '#src/theme/theme.ts'
import { useContextOf } from '#src/views/kit/use-snapshot.ts'
import { Button } from '../../../kit/controls/Button.tsx'
import { PhoneSort } from '../../../kit/table/PhoneSort.tsx'
import { bulkMoveMessages as messages } from '../bulk-move.messages.ts'
import { dataColumns } from '../OverviewCells.tsx'
import type { Choice } from '../OverviewRow.tsx'

const sorted = overviewSorts.flatMap((id) => dataColumns.filter(({ sort }) => sort === id).map(({ title }) => ({ id, title })))

type PhoneToolsProps = { readonly actor: OverviewActor; readonly choice: Choice }

/** What the head of the list does, where its rows have none: sorts them, and chooses all. */
export function PhoneTools({ actor, choice }: PhoneToolsProps) {
  const { sort, direction } = useContextOf(actor, 'query')
  return (
    <Bar>
      <PhoneSort
        columns={sorted}
        sort={{ by: sort, direction }}
        onSort={(id) => {
          const by = overviewSorts.find((it) => it === id)
          if (by !== undefined) actor.send({ type: 'user.sorted', by })
        }}
      />
      <Button kind="quiet" isBlocked={!choice.isOpen} onPress={choice.onAll}>
        {messages.chooseAll}
      </Button>
    </Bar>
  )
}

const Bar = styled.div`
  display: none;

  ${narrow} {
    display: flex;
    align-items: start;
    justify-content: space-between;
    min-height: 2.5rem;
  }
`
