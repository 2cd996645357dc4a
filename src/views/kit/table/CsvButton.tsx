import { Download } from 'lucide-react'

import { Button } from '../controls/Button.tsx'
import { partMessages as messages } from '../parts.messages.ts'

/** Takes the rows that are shown along as a file, with the columns that are shown. */
export function CsvButton({ onPress }: { readonly onPress: () => void }) {
  return (
    <Button kind="quiet" label={messages.exportShown} onPress={onPress}>
      <Download aria-hidden="true" />
    </Button>
  )
}
