import { LRUCache } from 'lru-cache'

/** A burst, and a rate per second, for each network. */
export interface Allowance {
  /** Whether the network has allowance left. An unknown network ('') always has. */
  has(network: string): boolean
  take(network: string): void
}

interface Account {
  left: number
  at: number
}

const MOST_NETWORKS = 20_000

/** @param now milliseconds; in tests a controlled clock */
export function createAllowance(
  { burst, perSecond }: { burst: number; perSecond: number },
  now: () => number = () => Date.now(),
): Allowance {
  // For a number instead of a size, the cache takes the memory of all of them at once.
  const accounts = new LRUCache<string, Account>({ maxSize: MOST_NETWORKS, sizeCalculation: () => 1 })
  const leftOf = (network: string, at: number) => {
    const account = accounts.get(network)
    return account ? Math.min(burst, account.left + ((at - account.at) / 1000) * perSecond) : burst
  }
  return {
    has: (network) => network === '' || leftOf(network, now()) >= 1,
    take(network) {
      if (network === '') return
      const at = now()
      accounts.set(network, { left: leftOf(network, at) - 1, at })
    },
  }
}
