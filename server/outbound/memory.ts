/** How many bytes of answers this process holds at once. Beyond it sockets are paused, so that the other side waits and not our memory. */

/** What one answer holds. */
export type Share = {
  /** Counts bytes that are here already; false when the others should pass first. `resume` is called when there is room again. */
  readonly add: (bytes: number, resume: () => void) => boolean
  /** Waits until there is room for bytes that are going to be made. */
  readonly expect: (bytes: number) => Promise<void>
  /** Of what was expected, so much came. */
  readonly correct: (bytes: number) => void
  readonly release: () => void
}

export type Memory = { readonly open: () => Share; readonly used: () => number }

/** The oldest answer is never paused, so that one always ends: it may go beyond `limit` by its own size. */
export function createMemory(limit: number): Memory {
  const shares: { bytes: number; needs: number; resume: (() => void) | null }[] = []
  let used = 0

  function grow(share: (typeof shares)[number], bytes: number): void {
    share.bytes += bytes
    used += bytes
  }
  const mayGo = (share: (typeof shares)[number], needs: number) => used + needs <= limit || shares[0] === share
  function wake() {
    for (const share of shares) {
      if (!share.resume || !mayGo(share, share.needs)) continue
      const { resume } = share
      share.resume = null
      resume()
    }
  }

  return {
    used: () => used,
    open: () => {
      const share: (typeof shares)[number] = { bytes: 0, needs: 0, resume: null }
      shares.push(share)
      return {
        add: (bytes, resume) => {
          grow(share, bytes)
          if (mayGo(share, 0)) return true
          share.needs = 0
          share.resume = resume
          return false
        },
        expect: async (bytes) => {
          if (mayGo(share, bytes)) return grow(share, bytes)
          await new Promise<void>((resolve) => {
            share.needs = bytes
            share.resume = () => {
              grow(share, bytes)
              resolve()
            }
          })
        },
        correct: (bytes) => {
          grow(share, bytes - share.bytes)
          wake()
        },
        release: () => {
          const at = shares.indexOf(share)
          if (at < 0) return
          shares.splice(at, 1)
          used -= share.bytes
          wake()
        },
      }
    },
  }
}
