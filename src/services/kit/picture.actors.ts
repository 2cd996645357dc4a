import { refusal } from '#contract/kit/problem.ts'
import { pictureMachine } from '../../machines/kit/picture.machine.ts'
import { actorFrom } from './actor.ts'

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

/** Pictures that people choose, as the server takes them: a square from the middle, re-encoded, so that nothing but the picture is sent. */
type Limits = { readonly sideMax: number; readonly bytesMax: number }

/** @throws `image/unusable` of what the browser cannot draw. */
async function squareOf(file: Blob, { sideMax, bytesMax }: Limits): Promise<string> {
  const picture = await createImageBitmap(file).catch(() => {
    throw refusal('image/unusable')
  })
  const cut = Math.min(picture.width, picture.height)
  try {
    for (let side = Math.min(cut, sideMax); side >= 16; side = Math.floor(side * 0.75)) {
      const blob = await encoded(picture, cut, side)
      if (blob !== null && blob.size <= bytesMax) return await dataUrlOf(blob)
    }
  } finally {
    picture.close()
  }
  throw refusal('image/unusable')
}

/** WebP, which keeps what is transparent; what is too large becomes smaller. A browser that cannot write it writes a PNG instead. */
function encoded(picture: ImageBitmap, cut: number, side: number): Promise<Blob | null> {
  const canvas = document.createElement('canvas')
  canvas.width = side
  canvas.height = side
  const [left, top] = [(picture.width - cut) / 2, (picture.height - cut) / 2]
  canvas.getContext('2d')?.drawImage(picture, left, top, cut, cut, 0, 0, side, side)
  return new Promise((resolve) => {
    canvas.toBlob(resolve, 'image/webp', 0.9)
  })
}

const dataUrlOf = (blob: Blob): Promise<string> =>
  new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.onload = () => resolve(String(reader.result))
    reader.onerror = () => reject(refusal('image/unusable'))
    reader.readAsDataURL(blob)
  })
