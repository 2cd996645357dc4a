import { Plus } from 'lucide-react'
import type { RoutesActor } from '#src/machines/builder/routes/routes.machine.ts'
import { usePathname } from '#src/views/kit/browser-location.ts'
import { Button } from '../../kit/controls/Button.tsx'
import { Select } from '../../kit/controls/Select.tsx'
import type { StepProps } from '../draft/builder-step.ts'
import { routesMessages as messages } from './routes.messages.ts'
import { showAdded } from './use-routes.ts'

type GoesToProps = Pick<StepProps, 'actor' | 'draft'> & { readonly routes: RoutesActor }

/** Whether records go to one destination, to the first that fits, or to all that fit. */
export function GoesTo({ actor: builder, draft, routes: actor }: GoesToProps) {
  const path = usePathname()
  const { routes } = draft.config
  const { single, ...several } = messages.fits
  const name = messages.newName(2)
  const choose = (fit: keyof typeof messages.fits) => {
    if (fit === 'single') return
    actor.send({ type: 'user.choseFit', fit, name })
    if (routes === undefined) showAdded(builder, path)
  }
  const add = () => {
    actor.send({ type: 'user.added', name })
    showAdded(builder, path)
  }
  return (
    <>
      <Select
        label={messages.goesTo}
        isLabelUnseen
        options={routes === undefined ? { single, ...several } : (several as typeof messages.fits)}
        value={routes === undefined ? 'single' : routes.fit}
        onChoose={choose}
      />
      {routes === undefined ? (
        <Button kind="quiet" onPress={add}>
          <Plus aria-hidden="true" />
          {messages.add}
        </Button>
      ) : null}
    </>
  )
}
