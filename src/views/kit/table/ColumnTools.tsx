import styled from 'styled-components'

import { narrow } from '#src/theme/theme.ts'
import { ColumnChoice } from './ColumnChoice.tsx'
import { CsvButton } from './CsvButton.tsx'
import type { ShownColumns } from './use-columns.ts'

type ColumnToolsProps = {
  readonly columns: Pick<ShownColumns<never, { readonly id: string; readonly title: string }>, 'actor' | 'all'>
  readonly onSave: () => void
  /** A narrow screen shows the same of each row, whatever is chosen. */
  readonly isChosenWide?: boolean
}

/** What a person does with the columns of a table: choose them, and take the rows along as a file. */
export function ColumnTools({ columns, onSave, isChosenWide = false }: ColumnToolsProps) {
  return (
    <>
      <Choice $isWide={isChosenWide}>
        <ColumnChoice actor={columns.actor} columns={columns.all} />
      </Choice>
      <CsvButton onPress={onSave} />
    </>
  )
}

const Choice = styled.span<{ readonly $isWide: boolean }>`
  display: inline-flex;

  ${narrow} {
    display: ${({ $isWide }) => ($isWide ? 'none' : 'inline-flex')};
  }
`
