package io.shardkit.dialect.driver;

import java.io.IOException;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.net.Socket;
import java.sql.Connection;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Closes the sockets that a driver's connections hold. Thread-safe. */
final class Sockets {
    private static final Logger LOG = LoggerFactory.getLogger(Sockets.class);

    /** Depth at which a connection holds its sockets: connection, client or session, the client of a list of hosts. */
    private static final int DEPTH = 3;

    private final String packages;
    private final Set<String> leading;
    private final Set<String> listed;

    /**
     * @param packages what the names of the driver's classes begin with
     * @param leading the types between a connection and its sockets
     * @param listed those of its classes that have a list of them
     */
    Sockets(String packages, Set<String> leading, Set<String> listed) {
        this.packages = packages;
        this.leading = leading;
        this.listed = listed;
    }

    /** Returns whether that was possible and there were any. */
    boolean close(Connection own) {
        try {
            List<Socket> sockets = new ArrayList<>();
            find(own, DEPTH, sockets);
            for (Socket socket : sockets) {
                socket.close();
            }
            return !sockets.isEmpty();
        } catch (IOException | ReflectiveOperationException | RuntimeException notPossible) {
            LOG.debug("The socket of a connection could not be closed", notPossible);
            return false;
        }
    }

    private void find(Object owner, int depth, List<Socket> found) throws ReflectiveOperationException {
        for (Class<?> type = owner.getClass(); type.getName().startsWith(packages); type = type.getSuperclass()) {
            for (Field field : type.getDeclaredFields()) {
                if (!Modifier.isStatic(field.getModifiers()) && leads(type, field.getType())) {
                    field.setAccessible(true);
                    Object value = field.get(owner);
                    List<?> values = value instanceof List<?> several
                            ? new ArrayList<>(several)
                            : value == null ? List.of() : List.of(value);
                    for (Object each : values) {
                        if (each instanceof Socket socket) {
                            found.add(socket);
                        } else if (depth > 0 && each != null) {
                            find(each, depth - 1, found);
                        }
                    }
                }
            }
        }
    }

    /** Returns true if a field of this type, in this class, may lead to a socket. */
    private boolean leads(Class<?> owner, Class<?> type) {
        return Socket.class.isAssignableFrom(type)
                || leading.contains(type.getName())
                || (type == ArrayList.class && listed.contains(owner.getName()));
    }
}
