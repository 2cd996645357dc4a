import { useSelector } from '@xstate/react'
import { useMemo } from 'react'

import type { BulkMoveActor } from '#src/machines/connectors/list/bulk-move.machine.ts'
import { selectChosen, selectIsChoosing, selectIsFull } from '#src/machines/connectors/list/bulk-move.selectors.ts'
import type { Chosen } from '#src/machines/connectors/list/chosen.ts'
import type { OverviewQuery } from '#src/machines/connectors/list/overview-place.ts'
import type { Choice } from './OverviewRow.tsx'

const none: readonly Chosen[] = []

/**
 * The boxes of the rows, joined to what is chosen; until that is there they are shut.
 * @param queryNow what the list is asked for when all of it is chosen.
 */
export function useChoice(actor: BulkMoveActor | undefined, queryNow: () => OverviewQuery): Choice {
  const chosen = useSelector(actor, (snapshot) => (snapshot === undefined ? none : selectChosen(snapshot)))
  const ids = useMemo(() => new Set(chosen.map(({ id }) => id)), [chosen])
  const isOpen = useSelector(actor, (snapshot) => snapshot !== undefined && selectIsChoosing(snapshot))
  const isFull = useSelector(actor, (snapshot) => snapshot !== undefined && selectIsFull(snapshot))
  return {
    isChosen: (id) => ids.has(id),
    isOpen,
    isFull,
    count: ids.size,
    onTurn: ({ id, name, status }) =>
      actor?.send(ids.has(id) ? { type: 'user.dropped', id } : { type: 'user.chose', connector: { id, name, status } }),
    onAll: () => actor?.send({ type: 'user.choseAll', query: queryNow() }),
    onNone: () => actor?.send({ type: 'user.cleared' }),
  }
}
