import { useSelector } from '@xstate/react'
import { useMemo } from 'react'

import { type ColumnChoiceActor, selectHidden } from '#src/machines/kit/table/column-choice.machine.ts'
import { readHiddenColumns, storedColumnChoiceMachine } from '#src/services/kit/table/column-choice.actors.ts'
import { saveTable, type TableCell } from '#src/services/kit/table-file.service.ts'
import { useMachine } from '../actors/use-machine.ts'

type Column<Row> = {
  readonly id: string
  readonly title: string
  /** For a file. */
  readonly text?: (row: Row) => TableCell
  /** Shown only to whom has chosen it. */
  readonly isExtra?: boolean
}

export type ShownColumns<Row, Shown extends Column<Row>> = {
  readonly all: readonly Shown[]
  readonly shown: readonly Shown[]
  readonly actor: ColumnChoiceActor
  /** Takes rows along as a file, with the columns that are shown. */
  readonly save: (rows: readonly Row[]) => void
}

/** The columns of a table that a person wants to see. @param table a name by which the browser keeps them. */
export function useColumns<Row, Shown extends Column<Row>>(table: string, all: readonly Shown[]): ShownColumns<Row, Shown> {
  const input = useMemo(() => {
    const extras = all.filter(({ isExtra }) => isExtra)
    const hidden = readHiddenColumns(
      table,
      extras.map(({ id }) => id),
    )
    return { all: all.map(({ id }) => id), hidden }
  }, [all, table])
  const actor = useMachine(() => storedColumnChoiceMachine(table), [table], input)
  const hidden = useSelector(actor, selectHidden)
  const shown = useMemo(() => all.filter(({ id }) => !hidden.includes(id)), [all, hidden])
  const save = (rows: readonly Row[]) =>
    saveTable(`${table}.csv`, [
      shown.map(({ title }) => title),
      ...rows.map((row) => shown.map(({ text }) => text?.(row) ?? null)),
    ])
  return { all, shown, actor, save }
}
