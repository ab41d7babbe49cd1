-- Sends one request again and again. Arguments: method, a file with the body, what makes this run's keys unique, and
-- the number of the run where each request comes of another address.
local method, body, run, network
local count = 0

function init(args)
  method, run, network = args[1], args[3], tonumber(args[4])
  if args[2] ~= "" then
    local file = assert(io.open(args[2], "r"))
    body = file:read("*a")
    file:close()
  end
end

function request()
  count = count + 1
  if network then
    wrk.headers["x-forwarded-for"] = string.format(
      "10.%d.%d.%d", network % 256, math.floor(count / 256) % 256, count % 256
    )
  end
  if body == nil then return wrk.format(method) end
  return wrk.format(method, nil, nil, (body:gsub("%[<id>%]", run .. "-" .. count)))
end

function done(summary, latency)
  local errors = summary.errors
  io.write(string.format(
    '\nRESULT {"requests":%d,"microseconds":%d,"p50":%d,"p99":%d,"refused":%d,"errors":%d}\n',
    summary.requests, summary.duration, latency:percentile(50), latency:percentile(99),
    errors.status, errors.connect + errors.read + errors.write + errors.timeout
  ))
end
