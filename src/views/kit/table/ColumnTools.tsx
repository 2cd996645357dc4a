import { ColumnChoice } from './ColumnChoice.tsx'
import { CsvButton } from './CsvButton.tsx'
import type { ShownColumns } from './use-columns.ts'

type ColumnToolsProps = {
  readonly columns: Pick<ShownColumns<never, { readonly id: string; readonly title: string }>, 'actor' | 'all'>
  readonly onSave: () => void
}

/** What a person does with the columns of a table: choose them, and take the rows along as a file. */
export function ColumnTools({ columns, onSave }: ColumnToolsProps) {
  return (
    <>
      <ColumnChoice actor={columns.actor} columns={columns.all} />
      <CsvButton onPress={onSave} />
    </>
  )
}
