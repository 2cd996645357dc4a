import { pictureMachine } from '../../machines/kit/picture.machine.ts'
import { actorFrom } from './actor.ts'
import { squareOf } from './picture.service.ts'

type Ports = {
  readonly limits: { readonly sideMax: number; readonly bytesMax: number }
  /** The square as a data URL; null removes the picture. Answers with what is kept. */
  readonly give: (picture: string | null, signal: AbortSignal) => Promise<string | null>
  readonly announce?: (picture: string | null) => void
}

export const pictureOf = ({ limits, give, announce = () => {} }: Ports) =>
  pictureMachine.provide({
    actors: {
      givePicture: actorFrom(async (file, signal) => give(file === null ? null : await squareOf(file, limits), signal)),
    },
    actions: { announceGiven: (_, { picture }) => announce(picture) },
  })
