import type { Socket } from 'node:net'
import { Duplex } from 'node:stream'

/**
 * The connection that node:http sees while it answers one request: it reads that request and writes to the client's
 * socket. After the response, `release` ends it and leaves the socket open.
 */
export class OneRequest extends Duplex {
  readonly #socket: Socket
  #onReleased: (() => void) | undefined
  readonly #destroy = () => {
    this.destroy()
  }

  /** @param onReleased called when the socket is free for the next request */
  constructor(socket: Socket, request: Buffer, onReleased: () => void) {
    super()
    this.#socket = socket
    this.#onReleased = onReleased
    socket.once('close', this.#destroy)
    this.push(request)
  }

  get remoteAddress(): string | undefined {
    return this.#socket.remoteAddress
  }

  /** Does nothing when the response has closed the connection. */
  release(): void {
    if (this.writableEnded || this.destroyed) return
    const onReleased = this.#onReleased
    this.#onReleased = undefined
    this.destroy()
    onReleased?.()
  }

  override _read(): void {}

  override _write(chunk: Buffer, _encoding: BufferEncoding, done: () => void): void {
    this.#whenTaken(this.#socket.write(chunk), done)
  }

  /** The head and the body of a response leave in one packet. */
  override _writev(chunks: { chunk: Buffer }[], done: () => void): void {
    this.#whenTaken(this.#socket.write(Buffer.concat(chunks.map(({ chunk }) => chunk))), done)
  }

  override _final(done: () => void): void {
    this.#socket.destroySoon()
    done()
  }

  override _destroy(error: Error | null, done: (error: Error | null) => void): void {
    this.#socket.off('close', this.#destroy)
    if (this.#onReleased && !this.writableEnded) this.#socket.destroy()
    done(error)
  }

  #whenTaken(hasRoom: boolean, done: () => void): void {
    if (hasRoom) done()
    else this.#socket.once('drain', done)
  }
}
