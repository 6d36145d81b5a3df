"""The scripts that run inside Redis, each as one step.

A room's stream has ids `epoch-seq`. `CLAIM` raises the epoch and writes the fence, the record `epoch-1`; ids must grow,
so from then on Redis refuses whatever an earlier owner appends. `STORE` also looks at the last id: it must be the one
after which this owner continues. So a repeated request is stored once, and records that Redis has lost are noticed.
Leases are counted on Redis' own clock.
"""

from typing import Final

_NOW: Final = """
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local function alive(node)
  local ends = redis.call('ZSCORE', KEYS[1], node)
  return ends and tonumber(ends) > now
end
"""

_LIVING: Final = """
local function living()
  local all = {}
  for _, node in ipairs(redis.call('ZRANGEBYSCORE', KEYS[1], '(' .. now, '+inf')) do
    all[#all + 1] = node
    all[#all + 1] = redis.call('HGET', KEYS[2], node) or ''
  end
  return all
end
"""

RENEW: Final = (
    _NOW
    + _LIVING
    + """
-- nodes, about, orders, made by; node, milliseconds, what it says about itself, whether it is new, its version
local made_by = redis.call('GET', KEYS[4]) or redis.call('EXISTS', KEYS[1]) == 1 and '?' or ARGV[5]
if made_by ~= ARGV[5] then return made_by end
redis.call('SET', KEYS[4], made_by)
if ARGV[4] == '0' and not alive(ARGV[1]) then return false end
redis.call('ZADD', KEYS[1], now + ARGV[2], ARGV[1])
redis.call('HSET', KEYS[2], ARGV[1], ARGV[3])
local order = redis.call('HGET', KEYS[3], ARGV[1])
return {order and math.max(0, tonumber(order) - now) or -1, living()}
"""
)
"""Renews a node's lease, unless it has run out. Returns how many milliseconds the node has to drain, -1 if nobody has
asked it to, and every living node with what it says about itself. If the nodes here are of another version, it returns
that version and changes nothing."""

LIVING: Final = (
    _NOW
    + _LIVING
    + """
-- nodes, about
return living()
"""
)
"""Every living node with what it says about itself."""

ORDER: Final = (
    _NOW
    + """
-- nodes, orders; node, milliseconds
if not alive(ARGV[1]) then return 0 end
redis.call('HSET', KEYS[2], ARGV[1], now + ARGV[2])
return 1
"""
)
"""Asks a living node to drain within this time."""

BURY: Final = (
    _NOW
    + """
-- nodes, about, owners, free, orders; the most rooms to return
local some = false
for _, node in ipairs(redis.call('ZRANGEBYSCORE', KEYS[1], '-inf', now)) do
  some = true
  redis.call('ZREM', KEYS[1], node)
  redis.call('HDEL', KEYS[2], node)
  redis.call('HDEL', KEYS[5], node)
end
if some then
  local owned = redis.call('HGETALL', KEYS[3])
  for i = 1, #owned, 2 do
    if owned[i + 1] ~= '' and not alive(owned[i + 1]) then
      redis.call('HSET', KEYS[3], owned[i], '')
      redis.call('SADD', KEYS[4], owned[i])
    end
  end
end
return redis.call('SRANDMEMBER', KEYS[4], ARGV[1])
"""
)
"""Sets the rooms of dead nodes free. Returns the rooms that are free."""

LEAVE: Final = """
-- nodes; node
redis.call('ZADD', KEYS[1], 'XX', 0, ARGV[1])
return 1
"""
"""Ends a node's lease now."""

OWNER: Final = (
    _NOW
    + """
-- nodes, about, owners; room
local owner = redis.call('HGET', KEYS[3], ARGV[1])
if not owner then return false end
if owner == '' or not alive(owner) then return {'', ''} end
return {owner, redis.call('HGET', KEYS[2], owner) or ''}
"""
)
"""The node that owns a room; an empty name if it is free, or its owner dead."""

CLAIM: Final = (
    _NOW
    + """
-- nodes, owners, free, stream; room, node
local owner = redis.call('HGET', KEYS[2], ARGV[1])
local mine = owner == ARGV[2]
if not owner or not alive(ARGV[2]) or (owner ~= '' and not mine and alive(owner)) then return false end
local last = redis.call('XREVRANGE', KEYS[4], '+', '-', 'COUNT', 1)
if mine then  -- claimed before, and the answer was lost; unless it writes there already
  return #last > 0 and last[1][2][1] == 'fence' and tonumber(string.match(last[1][1], '^(%d+)-'))
end
redis.call('SREM', KEYS[3], ARGV[1])
if #last == 0 then
  redis.call('HDEL', KEYS[2], ARGV[1])
  return false
end
local epoch = tonumber(string.match(last[1][1], '^(%d+)-')) + 1
redis.call('XADD', KEYS[4], epoch .. '-1', 'fence', ARGV[2])
redis.call('HSET', KEYS[2], ARGV[1], ARGV[2])
return epoch
"""
)
"""Makes a node the owner of a room that is free, or whose owner does not live. Returns the epoch in which it writes from now on, after the fence."""

RELEASE: Final = """
-- owners, free; room, node
if redis.call('HGET', KEYS[1], ARGV[1]) ~= ARGV[2] then return 0 end
redis.call('HSET', KEYS[1], ARGV[1], '')
redis.call('SADD', KEYS[2], ARGV[1])
return 1
"""
"""Sets a room free, if this node owns it."""

RESERVE: Final = (
    _NOW
    + """
-- nodes, creation; the node that shall open the room, seconds
local before = redis.call('GET', KEYS[2])
if before and string.sub(before, 1, 1) ~= '@' then return before end
if before and alive(string.sub(before, 2)) then return before end
redis.call('SET', KEYS[2], '@' .. ARGV[1], 'EX', ARGV[2])
return '@' .. ARGV[1]
"""
)
"""Says who opens the room that a guest has asked for: `@node`, or the code if it is open already."""

KEEP: Final = """
-- session, its version; how often its guest has said hello, writes since, who writes, milliseconds, the record,
-- session, prefix of what a process has lost, seconds that it is known
local before = redis.call('GET', KEYS[2])
if before then
  local logins, writes, writer = string.match(before, '^(%d+) (%d+) (%S+)$')
  if tonumber(logins) > tonumber(ARGV[1]) then return 0 end
  if logins == ARGV[1] and writer ~= ARGV[3] then return 0 end
  if logins == ARGV[1] and tonumber(writes) >= tonumber(ARGV[2]) then return 1 end  -- stored before
  if writer ~= ARGV[3] then
    redis.call('SADD', ARGV[7] .. writer, ARGV[6] .. ' ' .. ARGV[1])
    redis.call('EXPIRE', ARGV[7] .. writer, ARGV[8])
  end
end
redis.call('SET', KEYS[1], ARGV[5], 'PX', ARGV[4])
redis.call('SET', KEYS[2], ARGV[1] .. ' ' .. ARGV[2] .. ' ' .. ARGV[3], 'PX', ARGV[4])
return 1
"""
"""Keeps the record of a session, unless its guest has said hello to another node since. Of two nodes to which it has said
hello at the same time the first is right. The process to which it had said hello before is left a note, for `NOTES`."""

NOTES: Final = """
-- the notes for a process; those that it has read
for _, note in ipairs(ARGV) do redis.call('SREM', KEYS[1], note) end
return redis.call('SMEMBERS', KEYS[1])
"""
"""Which guests have gone to other nodes, each as `session logins`."""

STORE: Final = (
    _NOW
    + """
-- nodes, owners, free, games, stream, creation; node, room, epoch, the last seq before, begins, trims, ends,
-- seconds that the creation is known, finished games to keep, prefix of their keys, records, the records,
-- then of each finished game: match, second, body
local node, room, epoch, from = ARGV[1], ARGV[2], ARGV[3], tonumber(ARGV[4])
local begins, trims, ends = ARGV[5] == '1', ARGV[6] == '1', ARGV[7] == '1'
local count = tonumber(ARGV[11])
local last = redis.call('XREVRANGE', KEYS[5], '+', '-', 'COUNT', 1)
if #last > 0 then
  local newest, seq = string.match(last[1][1], '^(%d+)-(%d+)$')
  if newest ~= epoch or tonumber(seq) < from then return 0 end
  if count > 0 and tonumber(seq) >= from + count then return 1 end  -- stored before; the answer was lost
  if tonumber(seq) ~= from then return 0 end
else
  if ends then return 1 end
  if not begins or not alive(node) then return 0 end
  if count > 0 and redis.call('HEXISTS', KEYS[2], room) == 1 then return 0 end
  local opened = KEYS[6] ~= '' and redis.call('GET', KEYS[6])
  if opened and string.sub(opened, 1, 1) ~= '@' then return 0 end
  if KEYS[6] ~= '' then redis.call('SET', KEYS[6], room, 'EX', ARGV[8]) end
  if count > 0 then redis.call('HSET', KEYS[2], room, node) end
end
if ends then
  redis.call('DEL', KEYS[5])
  redis.call('HDEL', KEYS[2], room)
  redis.call('SREM', KEYS[3], room)
end
for i = 1, count do
  redis.call('XADD', KEYS[5], epoch .. '-' .. (from + i), 'r', ARGV[11 + i])
end
if trims then redis.call('XTRIM', KEYS[5], 'MINID', epoch .. '-' .. (from + 1)) end
for i = 12 + count, #ARGV, 3 do
  redis.call('ZADD', KEYS[4], ARGV[i + 1], ARGV[i])
  redis.call('SET', ARGV[10] .. ARGV[i], ARGV[i + 2])
end
if 12 + count <= #ARGV then
  local excess = redis.call('ZCARD', KEYS[4]) - ARGV[9]
  if excess > 0 then
    for i, name in ipairs(redis.call('ZPOPMIN', KEYS[4], excess)) do
      if i % 2 == 1 then redis.call('DEL', ARGV[10] .. name) end
    end
  end
end
return 1
"""
)
"""Stores what one pass has changed in one room: all of it, or nothing if this node does not own the room."""
